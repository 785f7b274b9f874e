public import AppGroup
import AppGroupCommands
public import ArgumentParser

/// Reads typed values from the command line.
enum FieldArgument {
    /// `KEY=VALUE`.
    static func assignment(_ text: String) throws -> (FieldKey, FieldValue) {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw Misuse("“\(text)” is not of the form KEY=VALUE; write it like newest=Ann.")
        }
        return (try FieldKey(String(text[..<sign])), try value(String(text[text.utf8.index(after: sign)...]), as: nil))
    }

    /// A value of the given type. Without a type, a whole number is an integer, an RFC 3339 date and time is a date,
    /// and anything else is text. If a whole number does not fit in 64 bits, the user is warned that it becomes text.
    static func value(_ text: String, as type: FieldType?) throws -> FieldValue {
        switch type {
        case .string: return .string(text)
        case .integer:
            guard let number = Int64(text) else {
                throw AppGroupError(.invalidValue, "“\(text)” is not a whole number of 64 bits.")
            }
            return .integer(number)
        case .date:
            guard let moment = Timestamp(rfc3339: text) else {
                throw AppGroupError(
                    .invalidValue, "“\(text)” is not a date and time; write it like 2026-03-04T05:06:07Z.")
            }
            return .date(moment)
        case nil:
            if SingleArgument.isWholeNumber(text), Int64(text) == nil {
                Talk.say("“\(text)” does not fit in 64 bits, so it is stored as text. To store text: --type string")
            }
            return Int64(text).map { .integer($0) } ?? Timestamp(rfc3339: text).map { .date($0) } ?? .string(text)
        }
    }
}

/// The types of the value of a field or setting.
enum FieldType: String, CaseIterable, ExpressibleByArgument {
    case string, integer, date
}

extension BadgeCount {
    /// A count from the command line. A count outside the range is an error.
    init(argument: Int64) throws {
        guard (BadgeCount.zero.value...BadgeCount.maximum.value).contains(argument) else {
            throw AppGroupError(.invalidValue, "The badge \(argument) is outside the range 0 to \(BadgeCount.maximum).")
        }
        self.init(clamping: argument)
    }
}

extension AppOrder: ExpressibleByArgument {}
