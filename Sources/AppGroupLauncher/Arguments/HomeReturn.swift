import AppGroup

/// The setting of a group that says whether a terminal app brings the user back to the home screen when it ends.
enum HomeReturn: String, CaseIterable {
    case yes, no

    static let key: FieldKey = "home-return"
    static let values = allCases.map(\.rawValue)

    /// `no` if any of the groups says so.
    init(of registries: [Registry]) {
        self = registries.contains { (try? $0.setting(Self.key)) == .string(Self.no.rawValue) } ? .no : .yes
    }

    /// Checks a value before it is stored as a setting.
    ///
    /// - Throws: `AppGroupError` if the key is this setting, and the value is neither `yes` nor `no`.
    static func check(_ value: FieldValue, for key: FieldKey) throws(AppGroupError) {
        guard key == Self.key, Self(rawValue: "\(value)") == nil else { return }
        throw GroupAppearance.refusal(of: value, for: key, choices: values)
    }
}
