/// Collects output as UTF-8, so that it can be written in a single call.
public struct OutputBuffer: TextOutputStream, Sendable {
    /// The bytes appended so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty buffer.
    public init() {}

    /// Appends text unchanged.
    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        bytes.append(contentsOf: text)
    }

    mutating func write(_ scalar: Unicode.Scalar) {
        bytes.append(contentsOf: scalar.utf8)
    }

    mutating func write(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func write(_ byte: UInt8, count: Int) {
        bytes.append(contentsOf: repeatElement(byte, count: count))
    }
}
