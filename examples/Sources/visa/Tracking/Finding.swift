/// What a look for a number gave.
enum Finding {
    /// - Parameter doubt: why there may be more than was found, as a sentence.
    case found([Decision], doubt: String? = nil)
    case notFound
    case unreachable(String)
    case unreadable(String)

    var outcome: Check.Outcome {
        switch self {
        case .found: .found
        case .notFound: .notFound
        case .unreachable: .unreachable
        case .unreadable: .unreadable
        }
    }

    var reason: String? {
        switch self {
        case .found, .notFound: nil
        case .unreachable(let reason), .unreadable(let reason): reason
        }
    }
}
