import AppGroup
import AppGroupPlatform
import EWS
import ToolProgram
import ToolSupport

/// A rest that a server has asked for. Every process of rooms keeps it.
struct BackOff {
    private let folder: String
    private let host: String
    private let clock: @Sendable () -> Timestamp
    private var path: String { Self.path(in: folder) }

    /// The file with the end of the rest, in milliseconds since 1970, and the server.
    private static func path(in folder: String) -> String { "\(folder)/rest" }

    /// The longest rest that is kept, in seconds. A server that asks for more is asked again after that.
    private static let longest: Int64 = 3600

    /// A wait that lasts longer is announced, in milliseconds.
    private static let unannounced: Int64 = 2000

    /// - Parameters:
    ///   - folder: The folder of the state file.
    ///   - host: The server, with its port if that is not 443.
    init(folder: String, host: String, clock: @escaping @Sendable () -> Timestamp = { .now }) {
        (self.folder, self.host, self.clock) = (folder, host, clock)
    }

    /// Forgets the rest of any server.
    static func forget(in folder: String) throws(ToolError) {
        do throws(SystemError) { try Files.remove(path(in: folder)) } catch .notFound {} catch {
            throw .inputOutput("\(path(in: folder)) can't be removed: \(error).")
        }
    }

    /// The milliseconds until the server may be asked again; 0 if it may be asked now.
    private func rest(at now: Timestamp) -> Int64 {
        guard let bytes = try? Files.fileContents(of: path, limit: 1024) else { return 0 }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 2, words[1] == host, let end = Int64(words[0]) else { return 0 }
        let (rest, isDamaged) = end.subtractingReportingOverflow(now.milliseconds)
        // If the clock was set back, the rest is not what the server meant.
        return !isDamaged && rest <= Self.longest * 1000 ? max(0, rest) : 0
    }

    /// Keeps a rest of some milliseconds from now on, if no longer one is kept.
    func begin(milliseconds: Int64) throws(ToolError) {
        let now = clock()
        let asked = min(max(0, milliseconds), Self.longest * 1000)
        guard asked > rest(at: now) else { return }
        // At the first login, there is no folder yet.
        try Files.makeFolder(folder)
        do throws(SystemError) {
            try Files.replaceDurably(path, with: Array("\(now.milliseconds + asked) \(host)".utf8))
        } catch {
            throw .inputOutput("\(path) can't be written: \(error).")
        }
    }
}

extension BackOff: BackOffMemory {
    func remaining() -> Int { Int(rest(at: clock())) }

    func keep(milliseconds: Int) {
        // If it can't be written, the caller says so: the client gives it the same error.
        try? begin(milliseconds: Int64(milliseconds))
    }

    /// The longest wait for a busy server, in milliseconds.
    static let patience: Int64 = 60_000

    /// Waits until the server may be asked.
    ///
    /// - Parameter waited: The milliseconds that this command has waited already.
    /// - Throws: ``ToolError`` if that takes longer than ``patience`` in all, or if the task is canceled.
    func waitForEnd(waited: inout Int64) async throws(ToolError) {
        while case let rest = rest(at: clock()), rest > 0 {
            guard waited + rest <= Self.patience else {
                throw .busy("\(host) asked clients to wait for \(rest / 1000) s. Try again then.")
            }
            if rest > Self.unannounced {
                console.say("\(host) asks clients to wait: trying again in \((rest + 999) / 1000) s.")
            }
            try await Task.wait(for: .milliseconds(rest))
            waited += rest
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Waits for the server, without blocking a thread.
    ///
    /// - Throws: An error with status 75 if the task is canceled.
    static func wait(for duration: Duration) async throws(ToolError) {
        do { try await sleep(for: duration) } catch { throw .busy("The wait for the server was canceled.") }
    }
}
