import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import RemoteFiles
import ToolProgram
import ToolSupport

/// How long a server may be silent.
struct PatienceOptions: ParsableArguments {
    @Option(help: "Give up on a server that neither sends nor accepts data for this many seconds.")
    var timeout = 60

    func validate() throws {
        guard 1...3600 ~= timeout else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
    }
}

struct FolderListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List what is in a folder of a remote place.",
        discussion: "The fields of tsv are file or folder, path, size in bytes, time of the last change."
    )

    @Argument(help: "The folder, as NAME:/PATH.")
    var folder: String

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    @OptionGroup
    var options: PatienceOptions

    func run() throws {
        let spot = try Store(forReading: true).spot(folder)
        let entries = try ToolError.translating {
            try Drives(timeout: options.timeout).drive(spot.remote).list(spot.path)
        }
        try Output.write(EntryListing(entries, clock: .current), as: format)
    }
}

struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Fetch files from remote places into the folder of a fund.",
        discussion: """
            If the fund has a file of the same name, the new one gets a number, such as report(1).pdf. If a fetch is \
            interrupted, the same command resumes where it stopped, unless the file has changed meanwhile. \
            Partial files are kept for 30 days.
            """
    )

    @Argument(help: "The files, as NAME:/PATH.")
    var files: [String]

    @Option(help: "The fund, or a part of its name.")
    var to: String

    @Option(help: "Fetch this many files at the same time.")
    var jobs = 4

    @OptionGroup
    var options: PatienceOptions

    func validate() throws {
        guard 1...64 ~= jobs else { throw ValidationError("--jobs takes 1 to 64.") }
    }

    func run() throws {
        let store = try Store()
        let fund = try store.fund(to)
        let drives = Drives(timeout: options.timeout)
        var selectors: Set<String> = []
        let spots = try files.map(store.spot).filter { selectors.insert($0.selector).inserted }
        let work = try spots.map { ($0, try drives.drive($0.remote)) }
        let progress = TransferProgress(spots.map(\.path.name), "fetched", columns: console.columns)
        let getting = Getting(root: store.root, fund: fund, jobs: jobs, progress: progress)
        let failure = try getting.run(work)
        withExtendedLifetime(drives) {}
        // Each failure has been reported already.
        if let failure { throw ExitCode(failure.exitStatus.rawValue) }
    }
}

struct PutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Copy a file to a remote place.",
        discussion: """
            Nothing is overwritten. A path that ends with a slash is a folder, in which the file keeps its name. If FILE \
            could mean two files, one here and one of a fund, fund asks for a path that begins with ./ or /.

            The file appears there only when it is complete. If the upload is interrupted, the same command starts \
            over, because servers can't be trusted to resume it.
            """
    )

    @Argument(help: "The file, as FUND/FILE or a path.", completion: .file())
    var file: String

    @Argument(help: "Where to, as NAME:/PATH.")
    var target: String

    @OptionGroup
    var options: PatienceOptions

    func run() throws {
        let store = try Store()
        let source = try source(in: store)
        var spot = try store.spot(target)
        if target.hasSuffix("/") || target.hasSuffix(":") {
            let name = source.split(separator: "/").last.map(String.init) ?? ""
            guard let path = spot.path.child(name) else { throw ToolError.unreadable("“\(file)” has no name.") }
            spot = RemoteSpot(remote: spot.remote, path: path)
        }
        let size = try? Files.size(of: source)
        let progress = TransferProgress([spot.path.name], "sent", columns: console.columns)
        // Otherwise, Control-C would leave a part at the place.
        try Interruption.keptBack { check in
            defer { progress.clear() }
            try ToolError.translating {
                try Drives(timeout: options.timeout).drive(spot.remote).put(source, at: spot.path) { count in
                    progress.show(.moving(count, of: size), 0)
                    try check()
                }
            }
        }
        console.say("\(spot.selector) is written.")
    }

    /// The path of the file. What begins as only a path does is never looked for in a fund.
    private func source(in store: Store) throws -> String {
        let isThere = (try? Files.isRegular(file)) == true
        let isPath = ["/", "./", "../"].contains { file.hasPrefix($0) }
        guard !isPath, let found = try? store.file(file) else {
            guard isThere else { throw ToolError.notFound("There is no file “\(file)”, in a fund or elsewhere.") }
            return file
        }
        guard !isThere || Files.areSame(file, found.place) else {
            throw ToolError.usage(
                "“\(file)” is a file here, and another one of “\(found.fund.name)”. Write either ./\(file) or \(found.place)"
            )
        }
        return found.place
    }
}

struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Rename or move a file or a folder in a remote place.",
        discussion: "Nothing is overwritten."
    )

    @Argument(help: "What to move, as NAME:/PATH.")
    var source: String

    @Argument(help: "Its new path in the same place, as NAME:/PATH.")
    var target: String

    @OptionGroup
    var options: PatienceOptions

    func run() throws {
        let store = try Store()
        let (source, target) = (try store.spot(source), try store.spot(target))
        guard source.remote.id == target.remote.id else {
            throw ToolError.usage(
                "fund mv stays within one remote place. To copy a file elsewhere: fund get, then fund put")
        }
        guard !source.path.isRoot, !target.path.isRoot, !target.path.isInside(source.path) else {
            throw ToolError.usage("\(source.selector) can't become \(target.selector).")
        }
        try store.refuseWhileFetching(source)
        try ToolError.translating {
            try Drives(timeout: options.timeout).drive(source.remote).move(source.path, to: target.path)
        }
        console.say("\(source.selector) is now \(target.selector).")
    }
}

struct MakeFolderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "mkdir", abstract: "Make a folder in a remote place.")

    @Argument(help: "The folder, as NAME:/PATH.")
    var folder: String

    @OptionGroup
    var options: PatienceOptions

    func run() throws {
        let spot = try Store().spot(folder)
        try ToolError.translating {
            try Drives(timeout: options.timeout).drive(spot.remote).makeFolder(spot.path)
        }
        console.say("\(spot.selector) is made.")
    }
}
