/// Why a document could not be read, or only in part: the kind of failure, where it is, and a sentence for the user.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure. Later releases may have more.
    public struct Code: Hashable, Sendable {
        private let word: String

        /// The bytes are not well-formed XML.
        public static let damaged = Code(word: "damaged")
        /// The document is larger, deeper or has a longer text than the limits allow.
        public static let tooLarge = Code(word: "tooLarge")
        /// The document has a document type or declares entities, which is not allowed.
        public static let forbidden = Code(word: "forbidden")
        /// libxml2 does not know the encoding.
        public static let unknownEncoding = Code(word: "unknownEncoding")
        /// There is not enough memory.
        public static let noMemory = Code(word: "noMemory")
        /// libxml2 is not installed, or too old.
        public static let noLibrary = Code(word: "noLibrary")
    }

    /// The kind of failure.
    public let code: Code

    /// The line of the document, from 1; 0 if it is unknown. 65,535 stands for this line and all later ones.
    public let line: Int

    /// A complete sentence with the line and a period. It may quote the document: make it harmless before it reaches a terminal.
    public let description: String

    /// - Parameter reason: The sentence without its period, as libxml2 has them.
    init(_ code: Code, line: Int = 0, _ reason: String) {
        self.code = code
        self.line = line
        description = line > 0 ? "\(reason) (line \(line))." : "\(reason)."
    }
}
