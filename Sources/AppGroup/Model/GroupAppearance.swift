/// The name and the look that a group has on pages, images, menus and the home screen.
///
/// They are shared settings of the group, which every member can read and change:
///
/// | key | value |
/// |---|---|
/// | `name` | the name to show for the group: text like the name of an app |
/// | `theme` | `auto`, `light` or `dark` |
/// | `accent` | a color: `#rrggbb`, or a name in ``Color/names`` |
/// | `density` | `comfortable` or `compact` |
/// | `size` | `small`, `medium` or `large` |
///
/// A group may use these keys for something else. A value that is none of these counts as not set.
public struct GroupAppearance: Hashable, Sendable {
    /// The name to show for the group; `nil` if it has none.
    public var name: AppName?
    /// Light or dark.
    public var theme: Theme
    /// The color of what stands out but is not a badge: a frame, a line, the total.
    public var accent: Color
    /// How much space is between the apps.
    public var density: Density
    /// How large the icons are.
    public var size: Size

    /// Light or dark colors.
    public enum Theme: String, CaseIterable, Sendable {
        /// What the desktop or the browser prefers.
        case auto
        case light, dark
    }

    /// The space between apps.
    public enum Density: String, CaseIterable, Sendable { case comfortable, compact }

    /// The size of icons.
    public enum Size: String, CaseIterable, Sendable { case small, medium, large }

    /// The look of a group without settings.
    public init() { self.init([:]) }

    /// The look that a group's settings say; as in ``Registry/settings()``.
    public init(_ settings: [FieldKey: FieldValue]) {
        func value(_ key: Key) -> String { settings[key.fieldKey].map { "\($0)" } ?? "" }
        name = try? AppName(value(.name))
        theme = Theme(rawValue: value(.theme)) ?? .auto
        accent = Color(value(.accent)) ?? .standard
        density = Density(rawValue: value(.density)) ?? .comfortable
        size = Size(rawValue: value(.size)) ?? .medium
    }

    /// The heading for a group: its name, or its identifier if it has none.
    public func title(of group: GroupID) -> String { name.map { "\($0)" } ?? "\(group)" }

    /// The keys of the settings.
    package static let keys = Key.allCases.map(\.fieldKey)

    private enum Key: String, CaseIterable {
        case name, theme, accent, density, size

        var fieldKey: FieldKey { FieldKey(stringLiteral: rawValue) }
    }
}

extension GroupAppearance {
    /// Checks a value before it is stored as a setting.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue`` if the key is one of this type, and the value is none that it has.
    public static func check(_ value: FieldValue, for key: FieldKey) throws(AppGroupError) {
        let (text, choices) = ("\(value)", values(of: key))
        switch Key(rawValue: key.description) {
        case .name: _ = try AppName(text)
        case .accent:
            guard Color(text) == nil else { return }
            throw refusal(of: value, for: key, choices: choices + ["or a color such as #3584e4"])
        case .theme, .density, .size:
            guard !choices.contains(text) else { return }
            throw refusal(of: value, for: key, choices: choices)
        case nil: break
        }
    }

    /// The values of a setting that have a name; empty for a key that takes any text, or means nothing here.
    package static func values(of key: FieldKey) -> [String] {
        switch Key(rawValue: key.description) {
        case .theme: Theme.allCases.map(\.rawValue)
        case .accent: Color.names
        case .density: Density.allCases.map(\.rawValue)
        case .size: Size.allCases.map(\.rawValue)
        case .name, nil: []
        }
    }

    /// The error for a value that a setting can't have.
    package static func refusal(of value: FieldValue, for key: FieldKey, choices: [String]) -> AppGroupError {
        AppGroupError(
            .invalidValue,
            "The setting “\(key)” cannot be \(PlainText.quoted("\(value)")); it is one of: "
                + "\(choices.joined(separator: ", ")).")
    }
}
