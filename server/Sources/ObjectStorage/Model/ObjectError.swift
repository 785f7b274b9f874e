/// Why a server that speaks S3 did not do what it was asked to.
public struct ObjectError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller distinguishes.
    public struct Code: Hashable, Sendable {
        private let word: String

        /// The server could not be reached, or could not answer for the moment; trying again later may help.
        public static let unavailable = Code(word: "unavailable")
        /// The server does not accept the credentials, or they allow too little, or there are none.
        public static let credentials = Code(word: "credentials")
        /// The credentials were valid and no longer are.
        public static let expired = Code(word: "expired")
        /// A condition of the request does not hold: 412.
        public static let preconditionFailed = Code(word: "preconditionFailed")
        /// Another request for the same object got in the way: 409.
        public static let conflict = Code(word: "conflict")
        /// There is no such object.
        public static let notFound = Code(word: "notFound")
        /// The server does not know something that the request asked for: 501.
        public static let notImplemented = Code(word: "notImplemented")
        /// The server keeps or sends other bytes than it should.
        public static let damaged = Code(word: "damaged")
        /// The server refuses for another reason, or its answer cannot be understood.
        public static let refused = Code(word: "refused")
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that names the server and says what to do next.
    public let description: String
    /// How many seconds the server asked clients to wait; `nil` if it did not.
    public let pause: Int64?

    init(_ code: Code, _ description: String, pause: Int64? = nil) {
        (self.code, self.description, self.pause) = (code, description, pause)
    }

    /// The beginning of a server's text on one line.
    static func harmless(_ text: String) -> String {
        String(text.prefix(300).map { $0.isNewline ? " " : $0 })
    }
}
