import ErrorAnswers
import Foundation
import NIOCore
import NIOHTTP1

extension ServiceError {
    /// The answer to a request whose head can't be decoded.
    init(_ error: HTTPParserError) {
        if error == .headerOverflow {
            self.init(.headersTooLarge, "The request's URL or its headers are too long.")
        } else {
            self.init(.malformed, "The request isn't valid HTTP/1.1.")
        }
    }
}

/// What a connection gets that is refused before any route sees its request.
struct Refusal: Sendable {
    let error: ServiceError
    /// A whole answer, the last one on its connection.
    let answer: ByteBuffer

    /// For a client for which there is no room: made once, since a flood of clients gets it.
    static let noRoom = Refusal(
        ServiceError(
            .overloaded, "The server has too many connections or too many unread answers; try again later.",
            retryAfter: 5))

    init(_ error: ServiceError) {
        self.error = error
        let body = (try? JSON.encode(ErrorAnswer(error))) ?? Data()
        var head = [
            "HTTP/1.1 \(error.code.status.code) \(error.code.status.reasonPhrase)",
            "Content-Type: application/json; charset=utf-8", "Content-Length: \(body.count)", "Cache-Control: no-store",
        ]
        if let seconds = error.retryAfter { head.append("Retry-After: \(seconds)") }
        head += ["Connection: close", "\r\n"]
        var bytes = ByteBuffer(string: head.joined(separator: "\r\n"))
        bytes.writeBytes(body)
        answer = bytes
    }
}
