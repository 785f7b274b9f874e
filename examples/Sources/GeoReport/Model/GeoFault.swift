/// Why a server refuses a request: the answer `errors` of GeoReport v2.
public struct GeoFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status: 400 if a parameter is missing or wrong, 403 without a valid key, 404 if a code or a number is unknown.
    public let code: Int

    /// A sentence for the person who wrote the client.
    public let description: String

    /// A refusal with a status and a sentence.
    public init(_ code: Int, _ description: String) { (self.code, self.description) = (code, description) }
}

/// Why bytes are not an Open311 document, as a sentence.
public struct GeoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A complete sentence with its period.
    public let description: String

    init(_ description: String) { self.description = description }
}
