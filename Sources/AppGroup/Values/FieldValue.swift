/// A typed value: of a field that an app volunteers, or of a setting that the group shares.
public enum FieldValue: Hashable, Sendable {
    /// Any text of at most 65,536 bytes of UTF-8, without the character U+0000. For text from outside, use ``init(fitting:)``.
    case string(String)
    /// A 64-bit integer. Integer fields can be totalled over the group, as badges are.
    case integer(Int64)
    /// A moment.
    case date(Timestamp)

    /// The longest string, in bytes of UTF-8.
    public static let maximumLength = 65_536

    /// As much of a text from outside as a value can hold: U+0000 is left out, and the text ends before the first character that
    /// would make it longer than ``maximumLength``.
    public init(fitting text: String) {
        var value = ""
        for character in text where character != "\0" {
            guard value.utf8.count + character.utf8.count <= Self.maximumLength else { break }
            value.append(character)
        }
        self = .string(value)
    }

    /// Refuses a string that is too long or holds U+0000, which no text column keeps.
    func check(for key: FieldKey) throws(AppGroupError) {
        guard case .string(let text) = self else { return }
        guard text.utf8.count <= Self.maximumLength else {
            throw AppGroupError(
                .invalidValue,
                "The value of “\(key)” has \(text.utf8.count) bytes; at most \(Self.maximumLength) are allowed."
            )
        }
        guard !text.utf8.contains(0) else {
            throw AppGroupError(.invalidValue, "The value of “\(key)” holds U+0000; leave it out.")
        }
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A string from source code.
    public init(stringLiteral text: String) { self = .string(text) }

    /// An integer from source code.
    public init(integerLiteral number: Int64) { self = .integer(number) }
}

extension FieldValue {
    /// The same kind and value; of a string, the same bytes.
    public static func == (left: FieldValue, right: FieldValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.integer(let left), .integer(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        default: false
        }
    }
}

extension FieldValue {
    /// The text; `nil` if this is no string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number; `nil` if this is no integer.
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The moment; `nil` if this is no date.
    public var date: Timestamp? { if case .date(let moment) = self { moment } else { nil } }
}

extension FieldValue: CustomStringConvertible {
    /// The text itself, the bare number, or the moment in RFC 3339.
    public var description: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .date(let moment): moment.description
        }
    }
}
