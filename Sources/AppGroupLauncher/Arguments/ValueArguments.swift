import AppGroup
import AppGroupTerminal

/// Typed values as they are written on a command line.
enum FieldArgument {
    /// `KEY=VALUE`.
    static func assignment(_ text: String) throws -> (FieldKey, FieldValue) {
        guard let sign = text.firstIndex(of: "=") else {
            throw Misuse("“\(text)” is no KEY=VALUE; write it like newest=Ann.")
        }
        return (try FieldKey(String(text[..<sign])), try value(String(text[text.index(after: sign)...]), as: nil))
    }

    /// A value of the type that was asked for; without one a whole number, else an RFC 3339 date and time, else text.
    static func value(_ text: String, as type: FieldType?) throws -> FieldValue {
        switch type {
        case .string: return .string(text)
        case .integer:
            guard let number = Int64(text) else {
                throw AppGroupError(.invalidValue, "“\(text)” is no whole number of 64 bits.")
            }
            return .integer(number)
        case .date:
            guard let moment = Timestamp(rfc3339: text) else {
                throw AppGroupError(.invalidValue, "“\(text)” is no date and time; write it like 2026-03-04T05:06:07Z.")
            }
            return .date(moment)
        case nil:
            return Int64(text).map { .integer($0) } ?? Timestamp(rfc3339: text).map { .date($0) } ?? .string(text)
        }
    }
}
