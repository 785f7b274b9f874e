import AppGroup
import ToolProgram

/// What a search for a number found.
enum Finding {
    /// - Parameter doubt: Why there may be more than was found, as a sentence.
    case found([Decision], doubt: String? = nil)
    /// Some of what a table says about the number can't be read, or may be wrong.
    ///
    /// - Parameter reason: Why, as a sentence.
    case incomplete([Decision], reason: String)
    case notFound
    case unreachable(String)
    case unreadable(String)

    var outcome: Check.Outcome {
        switch self {
        case .found: .found
        case .notFound: .notFound
        case .unreachable: .unreachable
        case .unreadable, .incomplete: .unreadable
        }
    }

    /// What was found; nil if nothing was.
    var decisions: [Decision]? {
        switch self {
        case .found(let decisions, _), .incomplete(let decisions, _): decisions
        case .notFound, .unreachable, .unreadable: nil
        }
    }

    var reason: String? {
        switch self {
        case .found, .notFound: nil
        case .unreachable(let reason), .unreadable(let reason), .incomplete(_, let reason): reason
        }
    }
}

/// How a search for a number ended, as the state file records it.
struct Check: Codable, Equatable {
    enum Outcome: String, Codable {
        case found
        /// Everything was read, and the number is not listed.
        case notFound
        /// The table could not be fetched.
        case unreachable
        /// The file is not a PDF, or some of it can't be read, such as the number's date.
        case unreadable
    }

    var at: Moment
    var outcome: Outcome
    /// Why it failed, as a sentence.
    var reason: String?
    /// The number of the update that it was part of.
    var update: Int
    /// Whether it brought something new.
    var isChange = false

    /// The exit status of a command that ends with this outcome.
    var status: AppExitStatus {
        switch outcome {
        case .found: .success
        case .notFound: .noInput
        case .unreachable: .unavailable
        case .unreadable: .dataError
        }
    }
}
