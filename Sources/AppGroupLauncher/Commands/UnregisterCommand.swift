import AppGroup
import AppGroupTerminal
import ArgumentParser

struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "unregister", "Take an app out of the family.",
        discussion: """
            It is hidden at once, and kept for 90 days: “launcher prune --undo” brings it back, and so does its tool by \
            registering again.
            """)

    @OptionGroup var group: GroupOptions

    @Argument(help: "The identifier.", completion: .appIDs)
    var id: String

    func run() throws {
        try group.family().unregister(AppID(id))
    }
}
