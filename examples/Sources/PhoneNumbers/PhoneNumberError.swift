import AppGroupText

/// Why a text can't be a telephone number: the kind of failure, and a sentence for the user that quotes the text.
public struct PhoneNumberError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// There are no digits.
        case empty
        /// A letter or another character that no number contains.
        case character
        /// A plus sign that isn't in front of the digits.
        case plus
        /// Too few digits, or no area code.
        case tooShort
        /// Too many digits.
        case tooLong
        /// A country code that isn't assigned, or a number of another country without `+`.
        case country
        /// An extension without digits or with too many.
        case `extension`
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence, with its period. It is safe to show on a terminal.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// Text of a user as messages show it.
    static func quoted(_ text: String) -> String { "“\(SafeText(text).truncated(to: 60))”" }
}
