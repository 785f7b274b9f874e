import Downloading
import PDFText

/// Why a command failed: a sentence, and an exit status from BSD's sysexits.h.
struct VisaError: Error, CustomStringConvertible {
    let status: Int32
    let description: String

    /// The command line makes no sense.
    static func usage(_ sentence: String) -> VisaError { VisaError(status: 64, description: sentence) }

    /// A file holds no text, or nothing that can be read.
    static func unreadable(_ sentence: String) -> VisaError { VisaError(status: 65, description: sentence) }

    static func notTracked(_ number: ApplicationNumber) -> VisaError {
        VisaError(status: 66, description: "\(number) is not tracked. To list the tracked numbers: visa status")
    }

    static var nothingTracked: VisaError {
        VisaError(status: 66, description: "Nothing is tracked yet. Begin with: visa track NUMBER --source URL")
    }

    static func inputOutput(_ sentence: String) -> VisaError { VisaError(status: 74, description: sentence) }

    static func outputFailed(_ reason: String) -> VisaError {
        .inputOutput("The output could not be written: \(reason).")
    }

    /// Another process is in the way.
    static func busy(_ sentence: String) -> VisaError { VisaError(status: 75, description: sentence) }

    static func configuration(_ sentence: String) -> VisaError { VisaError(status: 78, description: sentence) }
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
