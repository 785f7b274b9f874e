/// Addresses that begin with the same bits: `10.0.0.0/8`, `::1`, `192.0.2.7`.
struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    let address: ClientAddress
    /// Bits.
    let prefix: Int

    var description: String { "\(address)/\(prefix)" }

    init(_ text: String) throws(ServiceError) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = ClientAddress(first) else { throw Self.refusal(text) }
        let length = address.bytes.count * 8
        guard let prefix = parts.count == 2 ? Int(parts[1]) : length, (0...length).contains(prefix) else {
            throw Self.refusal(text)
        }
        self.address = address
        self.prefix = prefix
    }

    func contains(_ other: ClientAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, prefix - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }

    private static func refusal(_ text: String) -> ServiceError {
        ServiceError(.configuration, "“\(text)” is neither an address nor a range of them, such as 10.0.0.0/8 or ::1.")
    }
}
