import AppGroup
import AppGroupTerminal
import ArgumentParser

struct WidgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "widget", "Print the few apps that matter now: last used and most used, with badges.")

    @OptionGroup var group: GroupOptions

    @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "How many apps of each kind.")
    var limit = 4

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is \(limit); it must be 1 or more.") }
    }

    func run() throws {
        let apps = try group.reading(group.families()) { try $0.apps() }.flatMap(\.1)
        let session = Session.current
        for (title, order) in [("Last used", AppOrder.recent), ("Most used", .frequent)] {
            let opened = order.sorted(apps.filter { $0.usage.count > 0 || $0.preferences.isPinned }).prefix(limit)
            let names = opened.map { "\($0.name)" + ($0.badge == .zero ? "" : " (\($0.badge))") }
            session.print("\(title): " + (names.isEmpty ? "nothing yet" : names.joined(separator: " · ")))
        }
        session.print("To do: \(apps.totalBadge)")
    }
}
