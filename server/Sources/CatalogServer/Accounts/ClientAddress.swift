import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// Where somebody calls from: an address of IPv4 or IPv6.
struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// As RFC 5952 writes it; an IPv4 address that came as one of IPv6 is itself.
    let description: String
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// Takes an address without port or zone.
    init?(_ text: some StringProtocol) {
        // inet_pton(3) would stop at a zero, and take what stands before it.
        guard text.utf8.allSatisfy({ Self.characters.contains($0) }) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, String(text), &buffer) == 1 {
            bytes = Array(buffer.prefix(4))
        } else if inet_pton(AF_INET6, String(text), &buffer) == 1 {
            let isMapped = buffer.prefix(10).allSatisfy { $0 == 0 } && buffer[10] == 0xFF && buffer[11] == 0xFF
            bytes = isMapped ? Array(buffer[12...]) : buffer
        } else {
            return nil
        }
        guard let spelling = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress else {
            return nil
        }
        description = spelling
    }

    /// Takes the address of a connection; `nil` where it is none of IP.
    init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(text)
    }

    private static let characters = Set("0123456789abcdefABCDEF:.".utf8)

    /// The bytes that one subscriber can't change at will: all of IPv4, the first 64 bits of IPv6.
    var subscriber: ArraySlice<UInt8> { bytes.prefix(8) }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }
}
