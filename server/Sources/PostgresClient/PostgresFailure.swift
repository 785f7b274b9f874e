import Serving

/// The reason that PostgreSQL refused something, or can't be reached.
package struct PostgresFailure: Error, Hashable, Sendable {
    /// Five characters (postgresql.org/docs/current/errcodes-appendix.html); `nil` if libpq gives none, because the connection
    /// failed.
    package let state: String?
    /// The message of PostgreSQL or libpq, in one line.
    package let words: String
    /// Whether the connection can't be used any longer.
    package let isConnectionLost: Bool
    /// Whether the database accepts connections, but not this one.
    package let isRefused: Bool

    init(state: String?, words: String, isConnectionLost: Bool, isRefused: Bool = false) {
        self.state = state
        self.words = words
        self.isConnectionLost = isConnectionLost || Self.endings.contains { state?.hasPrefix($0) ?? false }
        self.isRefused = isRefused
    }

    /// Codes and classes after which only a new connection helps: the database shuts down, or this is a server for reading only.
    private static let endings = ["08", "57P0", "25006", "25P03"]

    /// Codes and classes of what the next attempt may manage: changes that collide, locks that are held, too many connections.
    private static let passing = ["40", "55P03", "53300", "23"]

    /// Whether another attempt may succeed.
    package var isPassing: Bool {
        !isRefused && (isConnectionLost || Self.passing.contains { state?.hasPrefix($0) ?? false })
    }

    /// Whether a lock could not be had in time.
    package var isLockNotAvailable: Bool { state == "55P03" }

    /// Whether a rule of the tables was violated. Callers check before they write, so that happens only if two collide.
    package var isViolation: Bool { state?.hasPrefix("23") ?? false }

    /// The failure of a connection as one that may pass, such as that there are too many.
    var asPassing: PostgresFailure { PostgresFailure(state: state, words: words, isConnectionLost: true) }

    /// The error to report.
    ///
    /// - Parameter database: What it is called in messages.
    func error(_ database: String) -> ServiceError {
        let name = database.sentence
        return switch state {
        case "53100": ServiceError(ofDatabase: .noSpace, "The disk of \(database) is full; make room on it.")
        case "42501", "42P01", "3F000":
            ServiceError(
                ofDatabase: .permission,
                "\(name) denies its user something (\(words)); make that user its owner.")
        case "26000", "42P05":
            ServiceError(
                ofDatabase: .configuration,
                "\(name) loses prepared statements (\(words)); with pgbouncer in transaction mode, use --database-pooler."
            )
        // Not a wrong setting for certain: a pooler refuses connections while its database is away.
        case _ where isRefused:
            ServiceError(
                ofDatabase: .permission,
                "\(name) refuses the connection: \(words). Correct the URL of the database, or ~/.pgpass.")
        case _ where isPassing:
            ServiceError(ofDatabase: .busy, "\(name) can't be used right now (\(words)); try again.", retryAfter: 5)
        default: ServiceError(ofDatabase: .inputOutput, "\(name) failed: \(words).")
        }
    }
}

extension String {
    /// With a capital letter at the beginning.
    package var sentence: String { prefix(1).uppercased() + dropFirst() }
}
