import AppGroup
import Downloading
import FoundationEssentials

/// Where the state and the cache lie, and the way in which processes take turns.
struct Store {
    private let folder: String
    private let cache: String

    private var file: String { "\(folder)/state.json" }

    /// More than any honest state has, in bytes.
    private static let sizeLimit = 64 << 20

    /// How long a change waits for another, which takes milliseconds; a process that was stopped may hold the lock.
    private static let patience = 10.0

    /// The state in `$XDG_DATA_HOME/visa` and the cache in `$XDG_CACHE_HOME/visa` (XDG Base Directory Specification).
    init(_ environment: ProcessEnvironment = .current) throws(VisaError) {
        func directory(_ variable: String, _ fallback: String) throws(VisaError) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return "\(path)/visa" }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw .configuration(
                    "Neither \(variable) nor HOME says where visa keeps what it knows: set one of them.")
            }
            return "\(home)/\(fallback)/visa"
        }
        folder = try directory("XDG_DATA_HOME", ".local/share")
        cache = try directory("XDG_CACHE_HOME", ".cache")
    }

    /// What is tracked; nothing where there is no file yet.
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
            throw .unreadable("\(file) was written by a newer visa: install that one.")
        }
        guard let list = try? decoder.decode(TrackingList.self, from: Data(bytes)) else { throw damaged }
        return list
    }

    private var damaged: VisaError {
        .unreadable("\(file) is damaged. Move it away to begin anew, or put a copy in its place.")
    }

    /// Changes what is tracked: no change of another process is lost, and none is half there.
    /// - Returns: the list as it is now.
    @discardableResult
    func change(_ body: (inout TrackingList) throws -> Void) throws -> TrackingList {
        try makeFolders()
        let lock = try lock("state.lock", patience: Self.patience) {}
        guard let lock else {
            throw VisaError.busy("Another visa holds \(folder)/state.lock. Is it stopped? Try again later.")
        }
        var list = try read()
        try body(&list)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try Array(encoder.encode(list))
        do throws(Errno) { try Files.replace(file, with: bytes) } catch {
            throw VisaError.inputOutput("\(file) can't be written: \(error).")
        }
        withExtendedLifetime(lock) {}
        return list
    }

    /// Takes the turn to update, which lasts as long as the lock that is returned.
    /// - Parameter waiting: is called once where another has it.
    func lockUpdates(patience: Double, waiting: () -> Void) throws -> FileLock {
        try makeFolders()
        guard let lock = try lock("update.lock", patience: patience, waiting: waiting) else {
            throw VisaError.busy("Another update has been running for too long. Is it stopped? Try again later.")
        }
        return lock
    }

    /// The way to a PDF, through the cache.
    func download(_ address: WebAddress, client: WebClient) -> Download {
        Download(address, in: cache, client: client)
    }

    /// Deletes what is kept of a PDF that nobody looks into any more, unless it is being fetched.
    func forget(_ source: String) {
        guard let address = WebAddress(source), let lock = try? FileLock(tryAt: "\(folder)/update.lock") else { return }
        Download(address, in: cache, client: WebClient()).forget()
        withExtendedLifetime(lock) {}
    }

    /// Tries until `patience`, in seconds, is over, ever more rarely: never waiting where a signal could not end it.
    private func lock(_ name: String, patience: Double, waiting: () -> Void) throws(VisaError) -> FileLock? {
        var waited = 0.0
        var pause = 0.005
        while true {
            do throws(Errno) {
                if let lock = try FileLock(tryAt: "\(folder)/\(name)") { return lock }
            } catch {
                throw .inputOutput("\(folder)/\(name) can't be locked: \(error).")
            }
            if waited == 0 { waiting() }
            guard waited < patience else { return nil }
            Pause.seconds(pause)
            waited += pause
            pause = min(pause * 1.5, 0.25)
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
