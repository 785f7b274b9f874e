import ArgumentParser
import Downloading

struct UntrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "untrack",
        abstract: "Forgets a number and all that is known of it."
    )

    @Argument(help: "A number that is tracked.")
    var number: [String]

    func run() throws {
        let number = try ApplicationNumber(typed: number)
        let store = try Store()
        var removed: Application?
        let list = try store.change { list in
            removed = list.applications.remove(at: try list.index(of: number))
        }
        Family.announce(list)
        guard let removed else { return }
        Output.say("\(removed.number) is no longer tracked.")
        if let source = removed.source, !list.applications.contains(where: { $0.source == source }) {
            store.forget(source)
        }
    }
}
