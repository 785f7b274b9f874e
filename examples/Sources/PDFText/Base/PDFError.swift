/// Why a PDF could not be read at all: what kind of failure it is, and a sentence for the person.
public struct PDFError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Sendable {
        /// The bytes are no PDF, such as a web page.
        case notPDF
        /// The file is a PDF, and so damaged that not even its pages can be found.
        case damaged
        /// A password is needed to open the file.
        case passwordNeeded
        /// The file is written in a way that this library does not know, such as another encryption.
        case unsupported
        /// There is no such file.
        case notFound
        /// The operating system refused to read.
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

/// Why a part of a PDF could not be read, while the rest can be.
enum ReadFailure: Error {
    /// The object with this number has not arrived, or the bytes of its stream have not.
    case missing(Int)
    /// What is there contradicts the format.
    case damaged
    /// It is larger or more deeply nested than any honest file.
    case tooLarge
    /// A filter or an encoding that this library does not know.
    case unsupported
}
