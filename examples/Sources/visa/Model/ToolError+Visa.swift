import PDFText
import ToolProgram

extension ToolError {
    static func notTracked(_ number: ApplicationNumber) -> ToolError {
        .notFound("\(number) is not tracked. To list the tracked numbers: visa status")
    }

    static var nothingTracked: ToolError {
        .notFound("Nothing is tracked yet. Begin with: visa track NUMBER --source URL")
    }

    /// An error about this file.
    init(_ error: PDFError, file: String) {
        switch error.code {
        case .notFound: self = .notFound(error.description)
        case .inputOutput: self = .inputOutput(error.description)
        case .notPDF, .damaged, .passwordNeeded, .unsupported: self = .unreadable("\(file): \(error.description)")
        }
    }
}
