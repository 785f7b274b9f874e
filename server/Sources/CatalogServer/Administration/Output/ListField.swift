import AppGroup
import AppGroupTerminal
import AppPackage

/// One field of a list: a script gets it as it is, a person as he reads it.
enum ListField: ExpressibleByStringInterpolation {
    case text(String)
    case number(Int64)
    case bytes(UInt64)
    /// RFC 3339.
    case moment(String)

    init(stringLiteral text: String) { self = .text(text) }

    /// What a script gets.
    var record: String {
        switch self {
        case .text(let text), .moment(let text): text
        case .number(let number): "\(number)"
        case .bytes(let count): "\(count)"
        }
    }

    /// What a person reads.
    func shown(in session: AppGroupTerminal.Session) -> String {
        switch self {
        case .moment(let text): Timestamp(rfc3339: text).map(session.ago) ?? text
        case .bytes(let count): "\(ByteCount(count))"
        case .text, .number: record
        }
    }

    var alignment: TextTable.Column.Alignment {
        switch self {
        case .number, .bytes: .right
        case .text, .moment: .left
        }
    }
}
