import AppGroup
import AppGroupText

/// The look of the home screen by the settings of the groups and of the user's language.
struct HomeLook {
    var group = GroupAppearance()
    /// Whether a terminal app brings the user back to the home screen when it ends.
    var comesBack = true
    /// How totals are written.
    var numbers = NumberStyle.plain

    /// The look without any settings.
    init() {}

    init(of registries: [Registry], numbers: NumberStyle) {
        self.numbers = numbers
        group = GroupAppearance(of: registries)
        comesBack = HomeReturn(of: registries) == .yes
    }
}
