import AppGroup
import AppGroupCommands
import AppGroupWidget

/// `launcher widget --format prompt` as shells run it before each prompt: the total alone, without ArgumentParser and without
/// the widget's rows.
struct PromptTotal {
    private let group: String?

    /// `nil` if the arguments ask for anything else, or for more; then the command itself has to read them.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        guard rest.popFirst() == "widget" else { return nil }
        var (group, isPrompt) = (String?.none, false)
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            switch option {
            case "--group": group = value
            case "--format" where value == WidgetFormat.prompt.rawValue: isPrompt = true
            default: return nil
            }
        }
        guard isPrompt else { return nil }
        self.group = group
    }

    /// Prints the total of the groups that the command would show, and ends the program.
    func print() throws {
        let totals = try GroupSet(GroupOptions.registries(named: group)).read(onFailure: GroupOptions.warnSkipped) {
            (registry) throws(AppGroupError) in try registry.totalBadge()
        }
        let total = totals.reduce(BadgeCount.zero) { $0.adding($1.value.value) }
        StandardOutput.printLine(Widget.prompt(total: total.value))
        // Without closing what was read, which takes longer than to leave it to the system.
        withExtendedLifetime(totals) { Program.end() }
    }
}
