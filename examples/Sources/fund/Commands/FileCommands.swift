import AppGroupPlatform
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Copy files into the folder of a fund.",
        discussion: """
            If the fund has a file of the same name, the copy gets a number, such as report(1).pdf. A file that the \
            fund already has is not copied again.
            """
    )

    @Argument(help: "The fund, or a part of its name.")
    var fund: String

    @Argument(help: "The files.", completion: .file())
    var files: [String]

    func run() throws {
        let store = try Store()
        let fund = try store.fund(fund)
        Files.removeAbandonedDrafts(in: store.folder(of: fund))
        var failure: ToolError?
        for path in files {
            do {
                let copy = try Adding(store: store).add(path, to: fund, failure: console.say)
                console.say("\(fund.name)/\(copy.name) \(copy.isNew ? "is added." : "is there already.")")
            } catch let error as ToolError {
                console.say(error)
                failure = failure ?? error
            }
        }
        if let failure { throw ExitCode(failure.exitStatus.rawValue) }
    }
}

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a file with the desktop's default program."
    )

    @Argument(help: "The file, as FUND/FILE.")
    var file: String

    func run() throws {
        Membership.fund.recordOpening()
        try Viewer.open(try Store(forReading: true).file(file).place)
    }
}

struct FavoriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "Choose the one file that you need most, or print its path.",
        discussion: "For example: fund open \"$(fund favorite)\""
    )

    @Argument(help: "The file, as FUND/FILE. Without one, print the path of the favorite.")
    var file: String?

    @Flag(help: "Clear the favorite.")
    var none = false

    func run() throws {
        let store = try Store(forReading: file == nil && !none)
        if none { return try store.setFavorite(nil) }
        if let file {
            let file = try store.file(file)
            try store.setFavorite(file)
            return console.say("\(file.selector) is the favorite.")
        }
        guard let file = try store.favorite() else {
            throw ToolError.notFound("There is no favorite, or it is gone. To choose one: fund favorite FUND/FILE")
        }
        try Output.write("\(SafeText(file.place))\n")
    }
}
