/// Who a message is from: the first mailbox of its From field (RFC 5322, 3.4).
public struct Sender: Hashable, Sendable, CustomStringConvertible {
    /// The name before the address, or the comment behind it, decoded; empty where there is none.
    public let name: String

    /// The address as it is written; empty where there is none.
    public let address: String

    /// Parses an address list: quoted strings, comments, groups, and the forms that old mail has.
    ///
    /// - Returns: nil where the list names nobody.
    public init?(parsing list: String) {
        var scanner = AddressScanner(list)
        guard let (name, address) = scanner.firstMailbox() else { return nil }
        self.name = name.decodingEncodedWords
        self.address = address
    }

    /// The name, or where there is none the address.
    public var displayName: String { name.isEmpty ? address : name }

    /// Name and address, since anybody may write any name.
    public var description: String { name.isEmpty || address.isEmpty ? displayName : "\(name) <\(address)>" }
}
