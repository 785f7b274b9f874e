import Foundation
import NIOCore

extension ServiceError {
    /// The answer to a client for which there is no room.
    static let noRoom = ServiceError(
        .overloaded, "The server has too many connections or too many unread answers; try again later.", retryAfter: 5)
}

/// What a connection gets that is refused before any route sees its request.
enum Refusal {
    /// A whole answer, the last one on its connection.
    static let bytes: ByteBuffer = {
        let error = ServiceError.noRoom
        let body = (try? JSONEncoder().encode(ErrorBody(error))) ?? Data()
        let head = [
            "HTTP/1.1 \(error.code.status.code) \(error.code.status.reasonPhrase)",
            "Content-Type: application/json; charset=utf-8", "Content-Length: \(body.count)", "Cache-Control: no-store",
            "Retry-After: \(error.retryAfter ?? 1)", "Connection: close", "\r\n",
        ]
        var bytes = ByteBuffer(string: head.joined(separator: "\r\n"))
        bytes.writeBytes(body)
        return bytes
    }()
}
