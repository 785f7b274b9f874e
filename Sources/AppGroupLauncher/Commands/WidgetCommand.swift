import AppGroup
import AppGroupTerminal
import ArgumentParser

struct WidgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "widget", "Print the few apps that matter now: last used and most used, with badges.")

    @OptionGroup var group: GroupOptions

    @Option(
        name: .shortAndLong, help: "Only the first apps in this order: name, recent, frequent, frecency, smart, badge.")
    var order: AppOrder?

    @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "How many apps of each kind.")
    var limit = 4

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is \(limit); it must be 1 or more.") }
    }

    func run() throws {
        let apps = try group.reading(group.families()) { try $0.apps(order: order) }.flatMap(\.1)
        let session = Session.current
        for order in orders(for: apps) {
            let opened = order.sorted(apps.filter { $0.usage.count > 0 || $0.preferences.isPinned }).prefix(limit)
            let title = Self.title(of: order)
            let names = opened.map { "\($0.name)" + ($0.badge == .zero ? "" : " (\($0.badge))") }
            session.print("\(title): " + (names.isEmpty ? "nothing yet" : names.joined(separator: " · ")))
        }
        session.print("To do: \(apps.totalBadge)")
    }

    /// The one that was asked for; else the last used and the most used, after what probably comes next once that is known.
    private func orders(for apps: [FamilyApp]) -> [AppOrder] {
        if let order { return [order] }
        return (AppOrder.preferred(for: apps) == .smart ? [.smart] : []) + [.recent, .frequent]
    }

    private static func title(of order: AppOrder) -> String {
        switch order {
        case .name: "By name"
        case .recent: "Last used"
        case .frequent: "Most used"
        case .frecency: "Often and lately used"
        case .smart: "Next"
        case .badge: "By badge"
        }
    }
}
