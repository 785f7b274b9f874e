/// The identifier of one of an app's actions, such as `newest`: what follows the `#` in `launcher open inbox#newest`.
///
/// 1 to 64 letters A–Z, a–z, digits and hyphens, as the Desktop Entry Specification 1.5 has it ("Additional application
/// actions"). Case counts.
public struct ActionID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as it was given.
    public let description: String

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
            throw AppGroupError(
                .invalidValue,
                "\(PlainText.quoted(text)) is no action id; it has 1 to 64 letters, digits and hyphens, such as new-message."
            )
        }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension ActionID: ExpressibleByStringLiteral {
    /// Takes an identifier from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}
