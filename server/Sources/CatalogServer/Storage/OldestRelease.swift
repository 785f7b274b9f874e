import AppGroupCommands
import Serving

/// The oldest release that can use the tables of a catalog. It is in one row of the catalog, so that an older release, which
/// does not know the changes of newer ones, can find out whether it may continue.
///
/// A migration that only adds something leaves it as it was. One that removes something raises it to a release that does without.
/// That release must already be published, so that each release can use the tables of the one after it.
struct OldestRelease: Hashable, Sendable {
    /// The migration that a release must know.
    let migration: String
    /// The first release that knows it.
    let name: String

    /// Checks whether this release can use the tables.
    ///
    /// - Parameters:
    ///   - done: The migrations of the catalog.
    ///   - known: The migrations that this release knows.
    ///   - oldest: The row in the catalog; `nil` if there is none.
    ///   - place: The name of the catalog in messages.
    /// - Throws: `outdated` if it can't.
    static func check(_ done: [String], known: [String], oldest: OldestRelease?, in place: String) throws(ServiceError)
    {
        guard !done.allSatisfy(known.contains) else { return }
        guard let oldest else {
            throw ServiceError(
                .outdated, "\(place) was written by a newer catalog-server; install that version or a newer one.")
        }
        guard known.contains(oldest.migration) else {
            throw ServiceError(
                .outdated,
                "\(place) needs catalog-server \(oldest.name) or a newer one, and this is \(Program.version); install that "
                    + "release.")
        }
    }
}

extension ServiceError.Code {
    /// A newer release has changed the tables in a way that this one can't use.
    static let outdated = Self(name: "outdated", status: .serviceUnavailable, exitStatus: .configuration)
}
