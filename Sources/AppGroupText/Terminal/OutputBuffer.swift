/// UTF-8 on its way out, gathered here so that it leaves in one write.
public struct OutputBuffer: TextOutputStream, Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty buffer.
    public init() {}

    /// Appends text as it is.
    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
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
