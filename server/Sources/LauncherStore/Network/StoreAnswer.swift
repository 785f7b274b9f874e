import NIOHTTP1

/// An answer of a server.
struct StoreAnswer: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: [UInt8]
    /// Whether the body came, too; `false` where only the head of a refusal did.
    var isWhole = true
}
