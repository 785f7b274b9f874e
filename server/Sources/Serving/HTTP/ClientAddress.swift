public import NIOCore

/// The IPv4 or IPv6 address of a client.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// In the spelling of RFC 5952. An IPv4 address that is mapped to IPv6 counts as IPv4.
    public let description: String
    /// 4 or 16 bytes.
    public let bytes: [UInt8]

    /// Takes an address without port or zone.
    public init?(_ text: some StringProtocol) {
        // A zone, or a zero byte at which the C library would stop, is not part of an address.
        guard text.utf8.allSatisfy({ Self.characters.contains($0) }) else { return nil }
        switch try? SocketAddress(ipAddress: String(text), port: 0) {
        case .v4(let address): bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
            bytes = isMapped ? Array(all[12...]) : all
        default: return nil
        }
        guard let spelling = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress else {
            return nil
        }
        description = spelling
    }

    /// Takes an address as a proxy forwards it: some add a port, after which an IPv6 address is in brackets (RFC 7239, section 6).
    init?(forwarded text: some StringProtocol) {
        if let match = String(text).wholeMatch(of: /\[([^\]]+)\](?::[0-9]+)?|([0-9.]+):[0-9]+/) {
            self.init(match.1 ?? match.2 ?? "")
        } else {
            self.init(text)
        }
    }

    /// Takes the address of a connection; `nil` if it is not an IP address.
    public init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(text)
    }

    private static let characters = Set("0123456789abcdefABCDEF:.".utf8)

    /// The bytes that a subscriber cannot change at will: all of IPv4, the first 64 bits of IPv6.
    public var subscriber: ArraySlice<UInt8> { bytes.prefix(8) }

    /// Whether it is an address of the machine itself.
    public var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }
}

/// Addresses that begin with the same bits, such as `10.0.0.0/8`, `::1` or `192.0.2.7`.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    /// An address in the range.
    public let address: ClientAddress
    /// In bits.
    public let prefix: Int

    /// In the notation of RFC 4632, such as `10.0.0.0/8`.
    public var description: String { "\(address)/\(prefix)" }

    /// Takes an address, or an address and the length of the prefix.
    public init(_ text: String) throws(ServiceError) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = ClientAddress(first) else { throw Self.refusal(text) }
        let length = address.bytes.count * 8
        guard let prefix = parts.count == 2 ? Int(parts[1]) : length, (0...length).contains(prefix) else {
            throw Self.refusal(text)
        }
        self.address = address
        self.prefix = prefix
    }

    /// Whether an address begins with the same bits.
    public func contains(_ other: ClientAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, prefix - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }

    private static func refusal(_ text: String) -> ServiceError {
        ServiceError(
            .configuration, "“\(text)” is neither an address nor a range of addresses, such as ::1 or 10.0.0.0/8.")
    }
}
