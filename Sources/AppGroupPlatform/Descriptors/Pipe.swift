#if canImport(Darwin)
import Darwin
#else
import CAppGroupPlatform
import Glibc
#endif

/// Takes what a child writes. Neither end ever waits: what a child writes beyond the pipe's capacity is lost.
public struct Pipe: ~Copyable {
    package let input: Descriptor
    private let output: Descriptor

    package init() throws(SystemError) {
        let ends = try Self.ends()
        for end in [ends.reader, ends.writer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        output = Descriptor(owning: ends.reader)
        input = Descriptor(owning: ends.writer)
    }

    /// The ends of a new pipe. Children inherit neither.
    public static func ends() throws(SystemError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        try SystemError.retrying { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
        try SystemError.retrying { pipe2(&ends, O_CLOEXEC) }
        #endif
        // Both are owned before one of them is moved, which may fail.
        let first = Descriptor(owning: ends[0])
        let second = Descriptor(owning: ends[1])
        let reader = try first.besideStandardStreams()
        let writer = try second.besideStandardStreams()
        return (reader.released(), writer.released())
    }

    /// The first 4 KiB that were written. Bytes that are no UTF-8 become U+FFFD.
    package func text() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(output.number, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
