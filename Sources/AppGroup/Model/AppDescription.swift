/// What a tool volunteers to its group.
///
/// A registration replaces name, icon, schemes, actions, launch and version: whatever is left out is removed. Badge and fields
/// change only if they are given; other fields, pins and history stay as they are.
public struct AppDescription: Hashable, Sendable {
    /// The reverse-DNS identifier.
    public var id: AppID
    /// The name of the app, as users see it.
    public var name: AppName
    /// The icon; `nil` for none.
    public var icon: IconSource?
    /// The URL schemes that open the app, the most important first. Unique in the group.
    public var schemes: [URLScheme]
    /// The app's actions, the most important first; at most ``AppAction/maximumCount``.
    public var actions: [AppAction]
    /// How the app starts.
    public var launch: AppLaunch
    /// The app's version; `nil` for none.
    public var version: AppVersion?
    /// The badge to set; `nil` leaves it as it is.
    public var badge: BadgeCount?
    /// The fields to set; others stay as they are.
    public var fields: [FieldKey: FieldValue]

    /// The most schemes that one app may have.
    public static let maximumSchemes = 32

    /// What a tool volunteers: see the properties for the meaning and range of each.
    public init(
        id: AppID,
        name: AppName,
        icon: IconSource? = nil,
        schemes: [URLScheme] = [],
        actions: [AppAction] = [],
        launch: AppLaunch,
        version: AppVersion? = nil,
        badge: BadgeCount? = nil,
        fields: [FieldKey: FieldValue] = [:]
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.schemes = schemes
        self.actions = actions
        self.launch = launch
        self.version = version
        self.badge = badge
        self.fields = fields
    }

    /// Checks everything that is independent of the group: lengths, schemes, the launch, and the icon, whose file it reads.
    ///
    /// Registering does the same. Call this first if there is work to do before registering.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue`` with the rule that is broken.
    public func check() throws(AppGroupError) { _ = try checkedIcon() }

    /// Checks the same, and returns the icon that was read for it.
    func checkedIcon() throws(AppGroupError) -> PreparedIcon {
        try launch.check()
        guard schemes.count <= Self.maximumSchemes else {
            throw AppGroupError(
                .invalidValue, "\(id) names \(schemes.count) schemes; at most \(Self.maximumSchemes) are allowed.")
        }
        guard schemes.indices.allSatisfy({ !schemes[..<$0].contains(schemes[$0]) }) else {
            throw AppGroupError(.invalidValue, "\(id) names a scheme twice; name each once.")
        }
        if let scheme = schemes.first(where: \.isWellKnown) {
            throw AppGroupError(
                .invalidValue,
                "The scheme “\(scheme)” is a well-known one that no app of a group may take; choose your own.")
        }
        try AppAction.check(actions, of: id)
        for (key, value) in fields { try value.check(for: key) }
        return try PreparedIcon(icon)
    }
}
