import AppGroup
import CAppGroupLibrary

extension appgroup_value {
    /// No value.
    static var none: Self { Self(kind: APPGROUP_NONE, reserved: 0, integer: 0, string: nil) }

    static func integer(_ number: Int64) -> Self {
        Self(kind: APPGROUP_INTEGER, reserved: 0, integer: number, string: nil)
    }

    static func date(_ moment: Timestamp) -> Self {
        Self(kind: APPGROUP_DATE, reserved: 0, integer: moment.milliseconds, string: nil)
    }

    static func string(_ text: UnsafePointer<CChar>) -> Self {
        Self(kind: APPGROUP_STRING, reserved: 0, integer: 0, string: text)
    }

    /// - Parameter keep: Gives a text a place that lives long enough.
    init(_ value: FieldValue?, keep: (String) -> UnsafePointer<CChar>) {
        self =
            switch value {
            case nil: .none
            case .string(let text): .string(keep(text))
            case .integer(let number): .integer(number)
            case .date(let moment): .date(moment)
            }
    }
}

/// A value from the caller; `nil` for none and for NULL.
///
/// - Throws: ``LibraryError`` if its kind is unknown, or its text is NULL or no UTF-8.
func value(_ pointer: UnsafePointer<appgroup_value>?) throws -> FieldValue? {
    guard let value = pointer?.pointee else { return nil }
    return switch value.kind {
    case APPGROUP_NONE: nil
    case APPGROUP_STRING: .string(try text(value.string, "value.string"))
    case APPGROUP_INTEGER: .integer(value.integer)
    case APPGROUP_DATE: .date(Timestamp(milliseconds: value.integer))
    default: throw LibraryError.usage("There is no kind \(value.kind) of value; the kinds are 0 to 3.")
    }
}
