import HTTPTypes
public import Hummingbird
public import NIOCore

/// The body of a request while it arrives. It can be read only once. If it ends too early, because the connection broke, that is the
/// client's fault and not the server's.
public struct ArrivingBody: AsyncSequence, Sendable {
    private let body: RequestBody
    private let length: Int?

    fileprivate init(of request: Request) {
        body = request.body
        length = request.headers[.contentLength].flatMap { Int($0) }
    }

    /// Gives the pieces in which the body arrives.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var body: RequestBody.AsyncIterator
        /// How many bytes have not arrived, if their number was declared.
        private var missing: Int?

        fileprivate init(_ body: RequestBody.AsyncIterator, length: Int?) {
            self.body = body
            missing = length
        }

        /// The next piece; `nil` at the end.
        ///
        /// - Throws: `malformed` if the end is missing.
        @concurrent
        public mutating func next() async throws -> ByteBuffer? {
            let piece: ByteBuffer?
            do {
                piece = try await body.next()
            } catch let error as CancellationError {
                throw error
            } catch {
                throw Self.cutOff
            }
            if let missing { self.missing = missing - (piece?.readableBytes ?? 0) }
            guard piece != nil || missing ?? 0 <= 0 else { throw Self.cutOff }
            return piece
        }

        /// The connection broke, so hardly anybody receives this.
        private static let cutOff = ServiceError(
            .malformed, "The request was cut off before its end; send it again.")
    }

    /// Receives the body from its beginning.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(body.makeAsyncIterator(), length: length)
    }
}

extension AsyncIteratorProtocol where Element == ByteBuffer {
    /// Receives and drops the rest of an unwanted body, up to 64 MiB: a client that is still sending would not see the answer.
    ///
    /// - Returns: Whether that was all of it.
    @concurrent
    @discardableResult
    public mutating func dropRest() async -> Bool {
        var dropped = 0
        while dropped < 64 << 20 {
            do {
                guard let piece = try await next() else { return true }
                dropped += piece.readableBytes
            } catch {
                return false
            }
        }
        return false
    }
}

extension Request {
    /// The body as it arrives.
    public var arriving: ArrivingBody { ArrivingBody(of: self) }
}
