/// Why a PDF could not be read at all: the kind of failure, and a sentence for the user.
public struct PDFError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// The bytes are not a PDF but, for example, a web page.
        case notPDF
        /// The file is a PDF, but so damaged that its pages can't be found.
        case damaged
        /// A password is needed to open the file.
        case passwordNeeded
        /// The file uses a feature that this library doesn't know, such as another kind of encryption.
        case unsupported
        /// There is no such file.
        case notFound
        /// The operating system refused to read the file.
        case inputOutput
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// Why a part of a PDF could not be read. The rest can be.
enum ReadFailure: Error {
    /// The object with this number, or its stream, has not arrived yet.
    case missing(Int)
    /// The bytes contradict the format.
    case damaged
    /// The part is larger or more deeply nested than in any honest file.
    case tooLarge
    /// The part uses a filter or an encoding that this library doesn't know.
    case unsupported
}
