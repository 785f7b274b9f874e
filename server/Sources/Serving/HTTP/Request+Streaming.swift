import HTTPTypes
public import Hummingbird
public import NIOCore
import NIOHTTPTypes

extension Request {
    /// Tells a client that is waiting for permission to send the body (RFC 9110, section 10.1.1). If the request is answered without
    /// this, the connection ends with the answer.
    public func continueIfAsked(on channel: any Channel) async throws {
        guard headers[.expect]?.lowercased() == "100-continue" else { return }
        try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }
}

extension Response {
    /// The answer to a request with an unwanted body. It closes the connection, but first receives and drops the rest of the
    /// body for at most 5 seconds: a client that is still sending would not see the answer if the connection broke.
    public func closing(after request: Request) -> Response {
        var response = closing()
        let body = body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(writer)
            try? await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var body = request.body.makeAsyncIterator()
                    await body.dropRest()
                }
                group.addTask { try await Task.sleep(for: .seconds(5)) }
                try await group.next()
                group.cancelAll()
            }
            throw ConnectionDone()
        }
        return response
    }

    /// The last answer on its connection.
    public func closing() -> Response {
        var response = self
        response.headers[.connection] = "close"
        let body = body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(writer)
            throw ConnectionDone()
        }
        return response
    }

    /// Ends a connection after its last answer.
    private struct ConnectionDone: Error {}
}
