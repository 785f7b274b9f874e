/// Everything that the registry knows about one app: what it volunteered, and what its group added.
public struct AppRecord: Hashable, Codable, Sendable {
    /// The reverse-DNS identifier.
    public var id: AppID
    /// The name of the app, as users see it.
    public var name: AppName
    /// The icon; `nil` for none.
    public var icon: AppIcon?
    /// The URL schemes that the app claims, in its own order.
    public var claims: [SchemeClaim]
    /// The app's actions, in its own order.
    public var actions: [AppAction]
    /// How the app starts.
    public var launch: AppLaunch
    /// The app's version; `nil` for none.
    public var version: AppVersion?
    /// The version to which the user could update; written by launcher-store.
    public var availableVersion: AppVersion?
    /// The versions that were installed as packages and are on the disk, by their digests: the newest first, including the
    /// current one. Empty for an app that was not installed as a package.
    public var packages: [PackageDigest]
    /// How many things need the user's attention.
    public var badge: BadgeCount
    /// When the badge last rose; `nil` if that is not known.
    public var badgeRose: Timestamp?
    /// The further values that the app volunteers.
    public var fields: [FieldKey: FieldValue]
    /// How often and how recently the app was opened.
    public var usage: AppUsage
    /// What the user decided about the app.
    public var preferences: Preferences
    /// When the app was first registered in this group.
    public var registered: Timestamp
    /// When the app was first found missing; `nil` while it is installed.
    public var missingSince: Timestamp?
    /// When the app left the group; `nil` while it is a member.
    public var unregistered: Timestamp?

    /// A claim to a URL scheme. It is in force unless the app yielded it to another app while it was not installed.
    public struct SchemeClaim: Hashable, Codable, Sendable {
        /// The scheme.
        public var scheme: URLScheme
        /// Whether another app took the scheme over.
        public var isYielded: Bool

        /// A claim to a scheme.
        public init(_ scheme: URLScheme, isYielded: Bool = false) {
            self.scheme = scheme
            self.isYielded = isYielded
        }
    }

    /// What the user decided about an app.
    public struct Preferences: Hashable, Codable, Sendable {
        /// Whether the app comes before all apps that are not pinned.
        public var isPinned: Bool
        /// Whether the app is left out of lists and totals.
        public var isHidden: Bool
        /// Whether openings of the app are recorded.
        public var recordsUse: Bool

        /// By default an app is neither pinned nor hidden, and its openings are recorded.
        public init(isPinned: Bool = false, isHidden: Bool = false, recordsUse: Bool = true) {
            self.isPinned = isPinned
            self.isHidden = isHidden
            self.recordsUse = recordsUse
        }
    }

    /// The record of a new app. Everything that its group adds later starts empty.
    public init(id: AppID, name: AppName, launch: AppLaunch, registered: Timestamp) {
        self.id = id
        self.name = name
        self.claims = []
        self.actions = []
        self.launch = launch
        self.packages = []
        self.badge = .zero
        self.fields = [:]
        self.usage = AppUsage()
        self.preferences = Preferences()
        self.registered = registered
    }

    /// The schemes that open the app: its claims that are in force.
    public var schemes: [URLScheme] { claims.lazy.filter { !$0.isYielded }.map(\.scheme) }
}

extension AppRecord {
    /// The id of the desktop entry that docks and menus know the app by: its own if a desktop entry launches it, else that of
    /// the entry that `launcher integrate` writes for it, such as `com.example.disk_space.desktop`.
    ///
    /// With an underscore for each hyphen, which no app's id has: in a desktop-file id a hyphen may stand for a sub-folder.
    public var desktopFileID: String {
        if case .desktopFile(let id) = launch { return id }
        let id = id.description
        return (id.utf8.contains(UInt8(ascii: "-")) ? String(id.map { $0 == "-" ? "_" : $0 }) : id) + ".desktop"
    }
}

extension AppRecord {
    /// The digest of the package that starts; `nil` for an app that was registered by hand.
    public var currentPackage: PackageDigest? { launch.packageDigest }

    /// Whether the app was installed as a package and has not been removed. An app that only left the group still counts.
    public var isInstalledPackage: Bool { currentPackage != nil && (unregistered == nil || !packages.isEmpty) }

    /// Whether the app was installed as a package and has been removed together with its files.
    var isRemovedPackage: Bool { currentPackage != nil && !isInstalledPackage }
}
