/// The address of a mailbox, such as `room@example.com` (RFC 5321, 4.1.2).
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it was written.
    public let description: String

    /// The longest address, in bytes (RFC 5321, 4.5.3.1.3).
    public static let maximumLength = 254

    /// Reads an address; nil unless it has a name, one `@` outside of quotation marks and a domain, and contains no space and no
    /// control character.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength,
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) }),
            let at = text.lastIndex(of: "@"), at > text.startIndex,
            text[text.index(after: at)...].contains(where: { _ in true })
        else { return nil }
        let name = text[..<at]
        guard !name.contains("@") || name.hasPrefix("\"") && name.hasSuffix("\"") else { return nil }
        description = text
    }

    /// The part after the last `@`.
    public var domain: String {
        String(description[description.index(after: description.lastIndex(of: "@")!)...])
    }

    /// Two addresses are equal if they differ in upper and lower case alone.
    public static func == (one: EmailAddress, other: EmailAddress) -> Bool {
        one.description.lowercased() == other.description.lowercased()
    }

    /// Hashes the address without regard to upper and lower case.
    public func hash(into hasher: inout Hasher) { hasher.combine(description.lowercased()) }
}
