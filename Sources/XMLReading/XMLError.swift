/// Why a document could not be read, or only in part: the kind of failure, where it is, and a sentence for the user.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// The bytes are not well-formed XML.
        case damaged
        /// The document is larger, deeper or has a longer text than the limits allow.
        case tooLarge
        /// The document has a document type or declares entities, and may not.
        case forbidden
        /// Nobody here knows the encoding.
        case unknownEncoding
        /// There is no memory.
        case noMemory
        /// libxml2 is not installed, or too old.
        case noLibrary
    }

    /// The kind of failure.
    public let code: Code

    /// The line of the document, from 1; 0 if it is unknown. The number 65,535 means this line or a later one.
    public let line: Int

    /// The sentence.
    public let description: String

    init(_ code: Code, line: Int = 0, _ reason: String) {
        self.code = code
        self.line = line
        description = line > 0 ? "\(reason) (line \(line))." : "\(reason)."
    }
}
