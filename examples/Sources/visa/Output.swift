import AppGroupTerminal

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Standard output, gathered so that much of it leaves in one write.
struct Output {
    private var buffer = OutputBuffer()

    private static let blockSize = 64 * 1024

    mutating func print(_ text: String) throws(VisaError) {
        buffer.write(text)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    mutating func print(_ value: JSONValue) throws(VisaError) {
        value.write(to: &buffer)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    mutating func flush() throws(VisaError) {
        try Self.put(buffer.bytes, to: STDOUT_FILENO)
        buffer = OutputBuffer()
    }

    /// Talks to the person, beside the data on standard output. Where nobody can be reached there is nobody to tell.
    static func say(_ sentence: some CustomStringConvertible) {
        try? put(Array("visa: \(SafeText(sentence.description))\n".utf8), to: STDERR_FILENO)
    }

    private static func put(_ bytes: [UInt8], to descriptor: CInt) throws(VisaError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw .outputFailed(String(cString: strerror(errno)))
            }
        }
    }
}
