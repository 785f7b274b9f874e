import SystemPackage

/// Where logs and talk go.
enum StandardError {
    /// Writes it whole, or not at all where nobody reads.
    static func write(_ bytes: [UInt8]) {
        _ = try? FileDescriptor.standardError.writeAll(bytes)
    }
}
