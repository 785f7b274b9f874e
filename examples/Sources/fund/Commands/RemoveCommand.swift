import AppGroup
import ArgumentParser
import RemoteFiles
import ToolProgram
import ToolSupport

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Move a file, or a fund with all its files and notes, to the trash; or delete a remote file.",
        discussion: """
            A fund must be given by its whole name. Its notes are written into its folder first, so that the trash has \
            them too. Its feeds stay.

            A remote file or folder, as NAME:/PATH, is deleted for good, because there is no trash: add --forever.
            """
    )

    @Argument(help: "The file, as FUND/FILE or NAME:/PATH, or the fund.")
    var what: String

    @Flag(help: "Delete for good instead.")
    var forever = false

    @Flag(help: "Remove a fund without asking.")
    var yes = false

    @Flag(help: "Delete a remote folder with everything in it.")
    var recursive = false

    func run() throws {
        let store = try Store()
        if let spot = try store.spot(ifRemote: what) { return try remove(spot, in: store) }
        if let fund = try store.funds().first(where: { $0.name == what }) { return try remove(fund, in: store) }
        let file: FundFile
        do { file = try store.file(what) } catch let error as ToolError {
            guard !what.contains("/"), let fund = try? store.fund(what) else { throw error }
            throw ToolError.notFound(
                "No file is named “\(what)”. To remove the fund: fund rm \(fund.name.quotedForShell)")
        }
        try Removal(store: store, isForever: forever, now: .now).remove(file)
        console.say("\(file.selector) is \(forever ? "deleted" : "in the trash").")
    }

    private func remove(_ spot: RemoteSpot, in store: Store) throws {
        guard !spot.path.isRoot else {
            throw ToolError.usage(
                "\(spot.selector) is the whole place. To forget it: fund remote rm \(spot.remote.name)")
        }
        let isSure = forever || console.confirm("Delete \(spot.selector) for good?")
        guard isSure else {
            throw ToolError.refused("\(spot.selector) is not deleted. To delete it for good: add --forever")
        }
        try store.refuseWhileFetching(spot)
        try ToolError.translating {
            let drive = try Drives().drive(spot.remote)
            guard try drive.entry(at: spot.path) != nil else {
                throw ToolError.notFound("There is no \(spot.selector).")
            }
            do {
                try drive.remove(spot.path, isRecursive: recursive)
            } catch let error as RemoteError where error.code == .notEmpty && !recursive {
                throw ToolError.refused(
                    "\(spot.selector) is a folder that is not empty. To delete it with everything in it: add --recursive"
                )
            }
        }
        console.say("\(spot.selector) is deleted.")
    }

    private func remove(_ fund: Fund, in store: Store) throws {
        try store.refuseWhileFetching(into: fund)
        guard yes || console.confirm("Remove “\(fund.name)” with all its files and notes?") else {
            throw ToolError.refused(console.refusal("“\(fund.name)” is not removed."))
        }
        let (hadFolder, notes) = try Removal(store: store, isForever: forever, now: .now).remove(fund)
        try Membership.announce(store)
        let place = forever ? "deleted" : "in the trash"
        if hadFolder { return console.say("“\(fund.name)” is \(place).") }
        let sentence = "“\(fund.name)” is removed. Its folder was missing: \(store.folder(of: fund))"
        console.say(notes == 0 ? sentence : "\(sentence). Its notes are \(place).")
    }
}
