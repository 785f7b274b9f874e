import AppGroup
import AppGroupText

/// The look of the home screen by the settings of the groups and of the user's language.
struct HomeLook {
    var group = GroupAppearance()
    /// Whether a terminal app brings the user back to the home screen when it ends.
    var comesBack = true
    /// How totals are written.
    var numbers = NumberStyle.plain

    /// The setting that says whether a terminal app comes back to the home screen: `yes` or `no`.
    static let comesBackKey: FieldKey = "home-return"
    static let comesBackValues = ["yes", "no"]

    /// The look without any settings.
    init() {}

    init(of registries: [Registry], numbers: NumberStyle) {
        self.numbers = numbers
        group = GroupAppearance(of: registries)
        comesBack = !registries.contains { registry in
            (try? registry.setting(Self.comesBackKey)) == .string("no")
        }
    }

    /// Checks a value before it is stored as a setting of the home screen alone.
    ///
    /// - Throws: `AppGroupError` if the key is one of these settings, and the value is none that it has.
    static func check(_ value: FieldValue, for key: FieldKey) throws(AppGroupError) {
        guard key == comesBackKey, !comesBackValues.contains("\(value)") else { return }
        throw AppGroupError(
            .invalidValue,
            "The setting “\(key)” cannot be \(PlainText.quoted("\(value)")); it is one of: "
                + "\(comesBackValues.joined(separator: ", ")).")
    }
}
