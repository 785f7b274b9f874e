import Hummingbird
import NIOCore
import ServerTestSupport
import Serving
import Testing

struct ArrivingBodyTests {
    /// A request whose body is “abcdef” in two pieces.
    private func request(declaring length: Int?, isCutOff: Bool) -> Request {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
        if let length { head.headerFields[.contentLength] = "\(length)" }
        let pieces = [ByteBuffer(string: "abc"), ByteBuffer(string: "def")]
        return Request(
            head: head, body: RequestBody(asyncSequence: ArrivingBytes(pieces: pieces, isCutOff: isCutOff)))
    }

    @Test(arguments: [6, nil]) func `A complete body arrives as it was sent`(_ length: Int?) async throws {
        let body = try await request(declaring: length, isCutOff: false).arriving.collect(upTo: 100)
        #expect(String(buffer: body) == "abcdef")
    }

    @Test(arguments: [(7, false), (7, true), (nil, true)] as [(Int?, Bool)])
    func `A body whose end is missing is the client's fault`(_ length: Int?, isCutOff: Bool) async throws {
        let request = request(declaring: length, isCutOff: isCutOff)
        let error = await #expect(throws: ServiceError.self) { try await request.arriving.collect(upTo: 100) }
        #expect(error?.code == .malformed)
    }

    @Test func `The rest of an unwanted body is received to its end, or up to 64 MiB`() async throws {
        var small = request(declaring: 6, isCutOff: false).arriving.makeAsyncIterator()
        #expect(try await small.next() == ByteBuffer(string: "abc"))
        #expect(await small.dropRest())
        #expect(try await small.next() == nil)
        var broken = request(declaring: 6, isCutOff: true).arriving.makeAsyncIterator()
        #expect(await broken.dropRest() == false)
        let pieces = Array(repeating: ByteBuffer(repeating: 0, count: 1 << 20), count: 65)
        var large = ArrivingBytes(pieces: pieces).makeAsyncIterator()
        #expect(await large.dropRest() == false)
        #expect(try await large.next()?.readableBytes == 1 << 20)
        #expect(try await large.next() == nil)
    }
}
