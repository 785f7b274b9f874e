/// Everything that the store holds of one app: what it volunteered, and what its family added.
public struct AppRecord: Hashable, Sendable {
    /// The reverse-DNS identifier.
    public var id: AppID
    /// What the app is called on screen.
    public var name: AppName
    /// The icon; `nil` for none.
    public var icon: Icon?
    /// The URL schemes that the app claims, in its own order.
    public var claims: [SchemeClaim]
    /// What else the app can be opened for, in its own order.
    public var actions: [AppAction]
    /// How the app starts.
    public var launch: Launch
    /// The app's version; `nil` for none.
    public var version: AppVersion?
    /// The version that the user could update to; written by a store client.
    public var availableVersion: AppVersion?
    /// The versions that were installed as packages and are on the disk, by their digests: the newest first, the current one
    /// among them. Empty for an app that was not installed as a package.
    public var packages: [String]
    /// How many things need the user's attention.
    public var badge: BadgeCount
    /// The further values that the app volunteers.
    public var fields: [FieldKey: FieldValue]
    /// How often and how recently the app was opened.
    public var usage: Usage
    /// What the user decided about the app.
    public var preferences: Preferences
    /// When the app was first registered in this group.
    public var registered: Timestamp
    /// Since when its launch cannot be resolved; `nil` while it can.
    public var missingSince: Timestamp?
    /// When the app took itself out of the family; `nil` while it is in.
    public var unregistered: Timestamp?

    /// A claim to a URL scheme, in force unless the app yielded it to another while it was not installed.
    public struct SchemeClaim: Hashable, Sendable {
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
    public struct Preferences: Hashable, Sendable {
        /// Whether the app comes before all that are not pinned.
        public var isPinned: Bool
        /// Whether the app is left out of lists and totals.
        public var isHidden: Bool
        /// Whether openings of the app are recorded.
        public var recordsUse: Bool

        /// Decisions; a new app is neither pinned nor hidden, and its openings are recorded.
        public init(isPinned: Bool = false, isHidden: Bool = false, recordsUse: Bool = true) {
            self.isPinned = isPinned
            self.isHidden = isHidden
            self.recordsUse = recordsUse
        }
    }

    /// A new app's record; everything that its family adds later starts empty.
    public init(id: AppID, name: AppName, launch: Launch, registered: Timestamp) {
        self.id = id
        self.name = name
        self.claims = []
        self.actions = []
        self.launch = launch
        self.packages = []
        self.badge = .zero
        self.fields = [:]
        self.usage = Usage()
        self.preferences = Preferences()
        self.registered = registered
    }

    /// The schemes by which the app is opened: its claims that are in force.
    public var schemes: [URLScheme] { claims.lazy.filter { !$0.isYielded }.map(\.scheme) }
}
