import AppGroup
import Downloading
import FoundationEssentials
import ToolSupport

/// The file that holds the tracked applications, the cache of PDFs, and the locks that let processes take turns.
struct TrackingFile {
    private let folder: String
    private let cache: String

    private var file: String { "\(folder)/state.json" }

    /// The largest file that is read, in bytes: far more than a real one has.
    private static let sizeLimit = 64 << 20

    /// How long a change waits for another one, in seconds. A change takes milliseconds, but a stopped process may hold
    /// the lock.
    private static let patience = 10.0

    /// The state in `$XDG_DATA_HOME/visa` and the cache in `$XDG_CACHE_HOME/visa`.
    init(_ environment: ProcessEnvironment = .current) throws(VisaError) {
        func folder(_ kind: BaseDirectory) throws(VisaError) -> String {
            guard let folder = kind.folder(of: "visa", in: environment) else {
                throw .configuration(
                    "visa doesn't know where to keep its files: set \(kind.variable) or HOME to an absolute path.")
            }
            return folder
        }
        self.folder = try folder(.data)
        cache = try folder(.cache)
    }

    /// All tracked applications; an empty list if there is no file yet.
    func read() throws(VisaError) -> TrackingList {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try Files.contents(of: file, limit: Self.sizeLimit)
        } catch .noSuchFile {
            return TrackingList()
        } catch {
            throw .inputOutput("\(file) can't be read: \(error).")
        }
        struct Version: Decodable { var version: Int }
        let decoder = JSONDecoder()
        guard let version = try? decoder.decode(Version.self, from: Data(bytes)).version else { throw damaged }
        guard version <= TrackingList.currentVersion else {
            throw .unreadable("\(file) was written by a newer version of visa: install that version.")
        }
        guard let list = try? decoder.decode(TrackingList.self, from: Data(bytes)) else { throw damaged }
        return list
    }

    private var damaged: VisaError {
        .unreadable("\(file) is damaged. Move it away to start over, or replace it with a copy.")
    }

    /// Changes what is tracked. No change of another process is lost, and no change is half done.
    ///
    /// - Returns: The list after the change.
    @discardableResult
    func change(_ body: (inout TrackingList) throws -> Void) throws -> TrackingList {
        try makeFolders()
        guard let lock = try lock("state.lock", patience: Self.patience) else {
            throw VisaError.busy("Another visa holds \(folder)/state.lock. Is it stopped? Try again later.")
        }
        var list = try read()
        try body(&list)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try Array(encoder.encode(list))
        do throws(Errno) { try Files.replace(file, with: bytes, isLocked: true) } catch {
            throw VisaError.inputOutput("\(file) can't be written: \(error).")
        }
        withExtendedLifetime(lock) {}
        return list
    }

    /// Takes the turn to update, which lasts as long as the returned lock.
    ///
    /// - Parameters:
    ///   - patience: The longest wait, in seconds.
    ///   - waiting: Called once if another process is updating.
    func lockUpdates(patience: Double, waiting: () -> Void) throws -> FileLock {
        try makeFolders()
        guard let lock = try lock("update.lock", patience: patience, waiting: waiting) else {
            throw VisaError.busy("Another update has been running for too long. Is it stopped? Try again later.")
        }
        return lock
    }

    /// A download of a PDF into the cache.
    func download(_ address: WebAddress, client: WebClient) -> Download {
        Download(address, in: cache, client: client)
    }

    /// Deletes a PDF that is no longer needed from the cache, unless it is being fetched.
    func forget(_ source: String) {
        guard let address = WebAddress(source), let lock = try? FileLock(tryAt: "\(folder)/update.lock") else { return }
        Download(address, in: cache, client: WebClient()).forget()
        withExtendedLifetime(lock) {}
    }

    private func lock(_ name: String, patience: Double, waiting: () -> Void = {}) throws(VisaError) -> FileLock? {
        do throws(Errno) {
            return try FileLock.wait(at: "\(folder)/\(name)", patience: patience, waiting: waiting)
        } catch {
            throw .inputOutput("\(folder)/\(name) can't be locked: \(error).")
        }
    }

    private func makeFolders() throws(VisaError) {
        for path in [folder, cache] {
            do throws(Errno) { try Files.makeDirectory(path) } catch {
                throw .inputOutput("\(path) can't be made: \(error).")
            }
        }
    }
}

extension TrackingFile {
    /// Records that the user has seen these applications, except for those that have changed since.
    func noteLook(at applications: [Application]) throws -> TrackingList? {
        guard applications.contains(where: \.isUnseen) else { return nil }
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
