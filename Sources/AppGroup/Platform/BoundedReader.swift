#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads what a child writes and keeps the beginning of it, so that the child never waits for a full pipe.
struct BoundedReader: ~Copyable {
    private static let limit = 4096
    private let source: Descriptor
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    init(_ source: consuming Descriptor) { self.source = source }

    /// Bytes that are no UTF-8 become U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits up to so many milliseconds for more; at the end of the pipe just one.
    mutating func take(waiting milliseconds: Int32) {
        guard !isAtEnd else { return Clock.sleep(nanoseconds: 1_000_000) }
        takeOnce(waiting: milliseconds)
    }

    /// Reads what a pipe can hold without waiting: 64 KiB.
    mutating func drain() {
        for _ in 0..<16 where !isAtEnd { takeOnce(waiting: 0) }
    }

    private mutating func takeOnce(waiting milliseconds: Int32) {
        var request = pollfd(fd: source.number, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return }
        var chunk = [UInt8](repeating: 0, count: Self.limit)
        do throws(SystemError) {
            let count = try SystemError.retrying { read(source.number, &chunk, chunk.count) }
            bytes += chunk[..<count].prefix(Self.limit - bytes.count)
            isAtEnd = count == 0
        } catch {
            isAtEnd = true
        }
    }
}
