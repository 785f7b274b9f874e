/// What a look for a number gave.
enum Finding {
    case found([Decision])
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
