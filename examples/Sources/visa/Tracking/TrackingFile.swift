import AppGroup
import AppGroupPlatform
import Downloading
import ToolProgram
import ToolSupport

/// The file that holds the tracked applications, the cache of PDFs, and the lock of updates.
struct TrackingFile {
    private let file: StateFile<TrackingList>
    private let cache: String

    /// The state in `$XDG_DATA_HOME/visa` and the cache in `$XDG_CACHE_HOME/visa`.
    init(_ environment: ProcessEnvironment = .current) throws(ToolError) {
        file = try StateFile(of: "visa", environment)
        cache = try BaseDirectory.cache.neededFolder(of: "visa", in: environment)
    }

    /// All tracked applications; an empty list if there is no file yet.
    func read() throws(ToolError) -> TrackingList { try file.read() }

    /// Changes what is tracked. No change of another process is lost, and no change is half done.
    ///
    /// - Returns: The list after the change.
    @discardableResult
    func change(_ body: (inout TrackingList) throws -> Void) throws -> TrackingList {
        try Files.makeFolder(cache)
        return try file.change(body)
    }

    /// Takes the turn to update.
    ///
    /// - Parameters:
    ///   - patience: The longest wait.
    ///   - waiting: Called once if another process is updating.
    func takeUpdateTurn(patience: Duration, waiting: () -> Void = {}) throws(ToolError) -> ProcessTurn {
        try Files.makeFolder(cache)
        return try file.turn(
            "update", patience: patience,
            orSaying: "Another update has been running for too long. Is it stopped? Try again later.", waiting: waiting)
    }

    /// A download of a PDF into the cache.
    func download(_ address: WebAddress, client: WebClient) -> Download {
        Download(address, of: .pdf, in: cache, client: client)
    }

    /// Deletes a PDF that is no longer needed from the cache, unless it is being fetched.
    func forget(_ source: String) {
        guard let address = WebAddress(source), let turn = try? takeUpdateTurn(patience: .zero) else { return }
        Download(address, of: .pdf, in: cache, client: WebClient()).forget()
        turn.end()
    }
}

extension TrackingFile {
    /// Records that the user has seen these applications, except for those that have changed since.
    ///
    /// - Returns: The list afterwards.
    func noteLook(at applications: [Application]) throws -> TrackingList {
        guard applications.contains(where: \.isUnseen) else { return try read() }
        return try change(applications) { application in
            application.isUnseen = false
            application.untold = nil
        }
    }

    /// Records that the desktop has shown an application's news, unless it has changed since.
    func noteTold(_ application: Application) throws {
        try change([application]) { $0.untold = nil }
    }

    /// Changes those of the applications whose decisions are still the same in the file.
    @discardableResult
    private func change(
        _ applications: [Application], _ body: (inout Application) -> Void
    ) throws -> TrackingList {
        let seen = Dictionary(applications.map { ($0.number, $0.decisions) }) { first, _ in first }
        return try change { list in
            for index in list.applications.indices
            where seen[list.applications[index].number] == list.applications[index].decisions {
                body(&list.applications[index])
            }
        }
    }
}
