import NIOCore
import TestSupport
import Testing

@testable import Serving

struct HashedFileTests {
    /// A disk that is slower than the source of the bytes would otherwise have to write almost all of them at the end.
    @Test func `The disk is waited for while a large file is written, and not only at its end`() async throws {
        let folder = try TemporaryFolder()
        var file = try await HashedFile(resuming: OpenFile(writing: "\(folder.path)/file", mustBeNew: true))
        let bytes = ByteBuffer(repeating: 0, count: 1 << 20)
        for _ in 0..<7 { try await file.append(bytes) }
        #expect(file.synchronized == 0)
        for _ in 0..<2 { try await file.append(bytes) }
        #expect(file.synchronized >= 8 << 20)
        let stored = try await file.finish()
        #expect(stored.size == 9 << 20 && file.synchronized == stored.size)
    }
}
