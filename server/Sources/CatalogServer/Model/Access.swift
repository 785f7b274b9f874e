import AppCatalog
import AppGroup

/// What the grants of one user, of his teams and of everyone add up to.
struct Access: Hashable, Sendable {
    /// Up to which channel he may have each package that a grant names.
    var packages: [AppID: ReleaseChannel]
    /// Up to which channel he may have all others; `nil` where no grant names everything.
    var everything: ReleaseChannel?

    /// Up to which channel he may have a package; `nil` where he may not have it at all.
    func channel(of package: AppID) -> ReleaseChannel? {
        guard let named = packages[package] else { return everything }
        return max(named, everything ?? named)
    }
}
