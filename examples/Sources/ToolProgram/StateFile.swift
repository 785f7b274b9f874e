public import AppGroup
public import AppGroupPlatform
import FoundationEssentials
import ToolSupport

/// Everything that a tool keeps in its state file.
public protocol StoredState: Codable {
    /// The version of the format that the file has.
    var version: Int { get }
    /// The newest version that this program reads, which is the one that it writes.
    static var currentVersion: Int { get }
    /// The state of a tool before it has a file.
    init()
}

/// The file that holds what a tool knows, as JSON, and the locks that let the tool's processes take turns.
///
/// A file that is damaged, or that a newer version of the tool wrote, is never changed. If the file is a link, it stays one,
/// and the file that it leads to is changed.
public struct StateFile<State: StoredState>: Sendable {
    /// The folder of the state file and of the locks.
    public let folder: String
    private let tool: String

    private var path: String { "\(folder)/state.json" }

    /// The largest file that is read, in bytes: far more than a real one has.
    private static var sizeLimit: Int { 64 << 20 }

    /// How long a change waits for another one. A change takes milliseconds, but a stopped process may hold the lock.
    private static var patience: Duration { .seconds(10) }

    /// The state in `$XDG_DATA_HOME/TOOL/state.json`.
    public init(of tool: String, _ environment: ProcessEnvironment) throws(ToolError) {
        self.tool = tool
        folder = try BaseDirectory.data.neededFolder(of: tool, in: environment)
    }

    /// The state of the tool; the initial one if there is no file yet.
    public func read() throws(ToolError) -> State {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.fileContents(of: path, limit: Self.sizeLimit)
        } catch .notFound {
            return State()
        } catch .invalid {
            throw .inputOutput("\(path) is not a regular file.")
        } catch {
            throw .inputOutput("\(path) can't be read: \(error).")
        }
        let decoder = JSONDecoder()
        guard let version = try? decoder.decode(FormatVersion.self, from: Data(bytes)).version else { throw damaged }
        guard version <= State.currentVersion else {
            throw .unreadable("\(path) was written by a newer version of \(tool): install that version.")
        }
        guard let state = try? decoder.decode(State.self, from: Data(bytes)) else { throw damaged }
        return state
    }

    private var damaged: ToolError {
        .unreadable("\(path) is damaged. Move it away to start over, or replace it with a copy.")
    }

    /// Changes what the tool knows. No change of another process is lost, and no change is half done.
    ///
    /// - Returns: The state after the change.
    @discardableResult
    public func change(_ body: (inout State) throws -> Void) throws -> State {
        let turn = try turn(
            "state", patience: Self.patience,
            orSaying: "Another process of \(tool) holds \(folder)/state.lock. Is it stopped? Try again later.")
        defer { turn.end() }
        var state = try read()
        try body(&state)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try Array(encoder.encode(state))
        do throws(SystemError) {
            let target = try Files.target(of: path)
            if target == path {
                try Files.replaceUnderLock(path, with: bytes)
            } else {
                // Another lock may guard a file elsewhere.
                try Files.replaceDurably(target, with: bytes)
                Files.removeOldDrafts(of: target)
            }
        } catch {
            throw ToolError.inputOutput("\(path) can't be written: \(error).")
        }
        return state
    }

    /// Takes the turn to do what one process of the tool at a time does. It lasts until the returned value ends it.
    ///
    /// - Parameters:
    ///   - name: The lock's name; its file is `NAME.lock` in ``folder``.
    ///   - patience: The longest wait.
    ///   - sentence: What the error says after that time.
    ///   - waiting: Called once if another process has the turn.
    /// - Throws: An error with status 75 if another process still has the turn after that time.
    public func turn(
        _ name: String, patience: Duration, orSaying sentence: String, waiting: () -> Void = {}
    ) throws(ToolError) -> ProcessTurn {
        try Files.makeFolder(folder)
        return try ProcessTurn.take(
            at: "\(folder)/\(name).lock", patience: patience, orSaying: sentence, waiting: waiting)
    }
}

/// The part that every version of a state file has.
private struct FormatVersion: Decodable {
    let version: Int
}
