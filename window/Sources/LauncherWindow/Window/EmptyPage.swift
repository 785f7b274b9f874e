import AppGroup
import AppGroupWindow

/// What the window says instead of the grid while there is nothing to show.
struct EmptyPage {
    let title: String
    /// What to do next; `nil` if that is clear.
    let description: String?
    /// The command for that; `nil` if there is none.
    var command: String?

    /// The page after a search that found nothing.
    init(searchIsURL: Bool) {
        title = "No App Matches"
        description = searchIsURL ? "Press Enter to open the URL." : nil
    }

    /// The page for groups without a shown app or an offer.
    init(_ contents: GroupFeed.Contents) {
        let group = contents.registries.onlyGroup
        let list = group.command("list --all")
        if !contents.hidden.isEmpty, contents.hasMissing {
            title = "No App Is Shown"
            description =
                "“Show Hidden Apps” in the main menu shows the hidden ones. This command lists all apps, with the reasons:"
            command = list
        } else if !contents.hidden.isEmpty {
            title = "All Apps Are Hidden"
            description = "“Show Hidden Apps” in the main menu shows them."
        } else if contents.hasApps {
            title = "No App Is Installed"
            description = "This command lists the apps that are missing, and why:"
            command = list
        } else if !contents.failures.isEmpty {
            title = "No App Can Be Shown"
            description = "A group cannot be read. This command examines it:"
            command = group.command("doctor")
        } else {
            let group = contents.registries.first.map { "\($0.group)" } ?? "com.example.tools"
            title = "No App Has Joined Yet"
            description = "A tool joins its group when it is first started, or with a command such as:"
            command = "launcher register com.example.hello --group \(group) --name Hello --terminal -- echo hello"
        }
    }
}
