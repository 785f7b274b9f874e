import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the law that the service is based on, and where to complain. It needs no login."
    )

    @OptionGroup
    var options: ServerOptions

    func run() throws {
        let store = try Store()
        let server = try options.connection(store)
        let info: ServerInfo
        do {
            let fresh = try server.info()
            if try store.text(.server) == server.address { try store.set(.info, toJSON: fresh) }
            info = fresh
        } catch let error as ToolError where error.kind == .unavailable {
            guard let known: ServerInfo = try store.value(.info), options.server == nil else { throw error }
            console.say("\(error) This is what it said before.")
            info = known
        }
        let limits = info.limits
        let lines = [
            "Server: \(server.address)", "Law: \(info.law ?? "not named")",
            "Contact: \(info.contact ?? "not named")",
            "Registration: \(info.registration)",
            "A report has 1 to \(limits.phones) phone numbers and 1 to \(limits.photos) photos of up to "
                + "\(limits.photoBytes / 1_000_000) MB.",
        ]
        for line in lines { StandardOutput.print(line) }
    }
}

struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "List the districts, the types of objects, and who maintains them.",
        discussion: "If the server cannot be reached, the stored lists are shown."
    )

    @OptionGroup
    var options: ServerOptions

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        let store = try Store()
        let server = try options.connection(store)
        let isKnown = try store.text(.server) == server.address
        var lists = try isKnown ? store.lists() : ServerLists()
        do {
            if let (fresh, tag) = try server.lists(unlessStill: isKnown ? store.text(.listsTag) : nil) {
                lists = fresh
                if isKnown {
                    try store.set(.lists, toJSON: fresh)
                    try store.set(.listsTag, to: tag)
                }
            }
        } catch let error as ToolError where error.kind == .unavailable && isKnown {
            console.say(error)
            try console.sayAge(of: store)
        }
        try Output.write(ListsListing(lists: lists), as: format)
        if lists.districts.isEmpty, lists.types.isEmpty { throw ToolError.notFound("The server has no lists.") }
    }
}

struct PhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Save the photos of a report into a folder, and print their paths."
    )

    @Argument(help: "The number of the report.")
    var id: String

    @Option(help: "The folder.", completion: .directory)
    var to = "."

    func run() throws {
        let store = try Store()
        let number = try ReportName.number(id)
        let report = try store.neededReport(number)
        let server = try store.server()
        for (index, photo) in report.photos.enumerated() {
            let ending = photo.mediaType.split(separator: "/").last.map { $0 == "jpeg" ? "jpg" : String($0) } ?? "photo"
            let path = "\(to)/report-\(number)-\(index + 1).\(ending)"
            guard let bytes = try server.photo(photo.sha256) else {
                throw ToolError.notFound(
                    "The server has no photo \(index + 1) of report \(number), or you may not see it: \(path) is not "
                        + "saved. To get the report as it is now: posters sync")
            }
            do throws(SystemError) { try Files.replaceDurably(path, with: bytes) } catch .notFound {
                throw ToolError.notFound("There is no folder \(to). Make it first, and try again.")
            } catch {
                throw ToolError.inputOutput("\(path) can't be written: \(error).")
            }
            StandardOutput.print(path)
        }
        if report.photos.isEmpty { throw ToolError.notFound("You may see no photo of report \(number).") }
    }
}
