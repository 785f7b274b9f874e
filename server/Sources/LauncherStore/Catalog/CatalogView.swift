import AppGroup
import AppPackage

/// A package of a catalogue beside what is installed of it.
struct CatalogEntry: Sendable {
    /// How a package stands on this machine.
    enum State: String, Sendable {
        case notInstalled = "available"
        case upToDate = "installed"
        case update
        /// It is there, and this server has nothing to say about it: it came from another one, or from a file, be it of the very
        /// bytes that this server has.
        case foreign
        /// It was registered by hand.
        case byHand
        /// No release of it runs on this machine.
        case unfit
    }

    let server: ServerAddress
    let group: GroupID
    let package: TrustedPackage
    /// What would be installed: the newest release that runs here.
    let newest: TrustedRelease?
    let installed: AppRecord?
    /// Where what is installed came from; `nil` for what came from a file, or was registered by hand.
    let origin: ServerAddress?
    let state: State
    /// Whether the newest release is newer than what is installed, wherever that came from.
    let isOutdated: Bool

    /// - Parameters:
    ///   - installed: The app's record, if it is installed now.
    ///   - build: The build of what is installed, where that is known.
    init(
        _ package: TrustedPackage, in catalog: TrustedCatalog, installed: AppRecord?, build: AppVersion?,
        origin: ServerAddress?
    ) {
        (server, group) = (catalog.server, catalog.group)
        self.package = package
        self.installed = installed
        self.origin = origin
        let newest = package.release()
        self.newest = newest
        isOutdated = installed.map { Self.isNewer(newest, than: $0, build: build) } ?? false
        state =
            switch (installed, newest) {
            case (nil, nil): .unfit
            case (nil, _?): .notInstalled
            case (let app?, _) where app.currentPackage == nil: .byHand
            case (_?, _) where origin != catalog.server: .foreign
            case (_?, _): isOutdated ? .update : .upToDate
            }
    }

    private static func isNewer(_ release: TrustedRelease?, than app: AppRecord, build: AppVersion?) -> Bool {
        guard let release, release.digest != app.currentPackage else { return false }
        let order = TrustedRelease.compare(app.version, release.version)
        return order != 0 ? order < 0 : build != nil && TrustedRelease.compare(build, release.build) < 0
    }

    /// What the family is told: whether and to what this server would update the app.
    var update: AppVersion? { state == .update ? newest?.version : nil }
}
