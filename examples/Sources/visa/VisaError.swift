import PDFText

/// Why a command failed: a sentence, and the status of BSD's sysexits.h. 64, for wrong usage, is ArgumentParser's own.
struct VisaError: Error, CustomStringConvertible {
    let status: Int32
    let description: String

    /// A file that holds no text, or nothing that can be read.
    static func unreadable(_ sentence: String) -> VisaError { VisaError(status: 65, description: sentence) }

    static func outputFailed(_ reason: String) -> VisaError {
        VisaError(status: 74, description: "The output could not be written: \(reason).")
    }
}

extension VisaError {
    /// An error about this file.
    init(_ error: PDFError, file: String) {
        switch error.code {
        case .notFound: self.init(status: 66, description: error.description)
        case .inputOutput: self.init(status: 74, description: error.description)
        case .notPDF, .damaged, .passwordNeeded, .unsupported:
            self.init(status: 65, description: "\(file): \(error.description)")
        }
    }
}
