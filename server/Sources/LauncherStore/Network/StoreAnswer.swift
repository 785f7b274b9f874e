import NIOHTTP1

/// A whole answer of a server.
struct StoreAnswer: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: [UInt8]
}
