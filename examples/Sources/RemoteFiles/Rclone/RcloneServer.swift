import AppGroupPlatform
import AppGroupText
public import Downloading
import Synchronization
import ToolSupport

/// The program rclone as a server that only this process uses, through a Unix socket in a folder that only its user can
/// open. It ends with this value, and with this process at the latest.
///
/// rclone speaks with more than 70 kinds of clouds, and has its own configuration, in which the user has logged in.
public final class RcloneServer: @unchecked Sendable {
    // `helper` is only started and ended; the client may be used on several threads.
    private let helper: Helper

    /// Sends requests to the socket.
    let client: WebClient

    /// How long rclone may take to start.
    private static let patience = Duration.seconds(60)

    /// Starts rclone.
    ///
    /// - Parameters:
    ///   - client: How long it waits, and which name it has.
    ///   - program: A name that is found through `PATH`, or a path.
    ///   - configuration: The file with the remotes; nil for the user's own.
    ///   - folder: Where the folder with the socket is made: `/tmp`, or another one with a short path.
    /// - Throws: ``RemoteError`` if rclone is not installed or doesn't start.
    public init(
        client: WebClient, program: String = "rclone", configuration: String? = nil, folder: String = "/tmp"
    ) throws {
        guard Processes.run([program, "version"], killedAfter: Self.patience) == 0 else {
            throw RemoteError(
                .unavailable, "rclone can't be started. Is it installed? It is in Debian, and on rclone.org.")
        }
        do throws(SystemError) {
            helper = try Helper(prefix: "\(folder)/rclone") { folder in
                [
                    program, "rcd", "--rc-addr", "unix://\(folder)/socket", "--rc-no-auth", "--rc-serve", "--log-file",
                    "\(folder)/log",
                ] + (configuration.map { ["--config", $0] } ?? [])
            }
        } catch {
            throw RemoteError(.inputOutput, "rclone can't be started in \(folder): \(error).")
        }
        var client = client
        client.socket = "\(helper.folder)/socket"
        self.client = client
        try waitForStart()
    }

    private func waitForStart() throws {
        let end = SuspendingClock.now + Self.patience
        while (try? call("rc/noop", [:])) == nil {
            guard !helper.hasEnded, SuspendingClock.now < end else {
                let log = (try? Files.beginning(of: "\(helper.folder)/log", limit: 4096)) ?? []
                let last = String(decoding: log, as: UTF8.self).split(separator: "\n").last.map { ": \($0)" } ?? "."
                throw RemoteError(.unavailable, "rclone doesn't start\(last)")
            }
            SystemClock.sleep(for: .milliseconds(20))
        }
    }

    /// The largest answer, in bytes: about 200,000 files.
    private static let limit = 64 << 20

    /// Calls one of rclone's functions (rclone.org/rc).
    ///
    /// - Parameter isLong: Whether rclone answers only when it has copied or deleted files. It gives up by itself on a cloud
    ///   that is silent.
    /// - Returns: The answer, which is an object.
    @discardableResult
    func call(_ function: String, _ parameters: JSONValue, isLong: Bool = false) throws -> JSONValue {
        var client = client
        if isLong { (client.patience.silence, client.patience.slowest, client.patience.total) = (86_400, 0, 0) }
        var body = OutputBuffer()
        parameters.write(to: &body)
        let address = try Self.address("/\(function)")
        var request = WebRequest(
            .post, address, fields: ["Content-Type: application/json"], body: BytesBody(body.bytes))
        request.isRepeatable = false
        let answer = AnswerCollector(host: "rclone", limit: Self.limit)
        let head: ResponseHead
        do { head = try client.perform(request, to: answer) } catch let error as DownloadError {
            throw RemoteError(error)
        }
        guard let value = JSONValue(reading: answer.bytes), case .object = value else {
            throw RemoteError(.notUnderstood, "rclone sent an answer that can't be understood.")
        }
        guard head.status == 200 else {
            throw Self.failure(head.status, value["error"]?.text ?? "status \(head.status)")
        }
        return value
    }

    /// Calls one of rclone's functions that copies a file, and waits for its end.
    ///
    /// - Parameter progress: Gets the number of bytes that have been copied, now and then. An error that it throws ends the
    ///   copying.
    func run(_ function: String, _ parameters: [(String, JSONValue)], progress: (Int) throws -> Void) throws {
        let group = "put-\(UInt32.random(in: 0...(.max)))"
        let more: [(String, JSONValue)] = [("_async", true), ("_group", .string(group))]
        guard let job = try call(function, .object(parameters + more))["jobid"]?.integer else {
            throw RemoteError(.notUnderstood, "rclone has not begun to copy.")
        }
        var pause = 0.01
        while true {
            let status = try call("job/status", ["jobid": .integer(job)])
            if case .bool(true)? = status["finished"] {
                if case .bool(true)? = status["success"] { return }
                throw Self.failure(500, status["error"]?.text ?? "The file could not be copied")
            }
            let bytes = try call("core/stats", ["group": .string(group)])["bytes"]?.integer ?? 0
            do { try progress(bytes) } catch {
                stop(job)
                throw error
            }
            SystemClock.sleep(for: .seconds(pause))
            pause = min(pause * 1.5, 0.2)
        }
    }

    /// Ends a job, and gives rclone some seconds to delete what it has copied.
    private func stop(_ job: Int) {
        _ = try? call("job/stop", ["jobid": .integer(job)])
        for _ in 0..<100 {
            guard case .bool(false)? = (try? call("job/status", ["jobid": .integer(job)]))?["finished"] else { return }
            SystemClock.sleep(for: .seconds(0.1))
        }
    }

    /// An address of this server: its host is only a word.
    static func address(_ path: String) throws(RemoteError) -> WebAddress {
        guard let address = WebAddress("http://rclone\(path)") else {
            throw RemoteError(.unsuitable, "The path is too long for rclone.")
        }
        return address
    }

    /// rclone tells only by its words what is wrong, apart from what it doesn't find.
    static func failure(_ status: Int, _ words: String) -> RemoteError {
        let lower = words.lowercased()
        let code: RemoteError.Code =
            if status == 404 || lower.contains("not found") {
                .notFound
            } else if lower.contains("not empty") {
                .notEmpty
            } else if ["section in config", "permission denied", "accessdenied", "forbidden", "unauthorized", "login"]
                .contains(where: lower.contains)
            {
                .refused
            } else if ["no space left", "quota", "insufficient"].contains(where: lower.contains) {
                .full
            } else {
                .unavailable
            }
        return RemoteError(code, "rclone: \(words).")
    }

    /// The names of the remotes that the user has configured.
    public func remotes() throws -> [String] {
        guard case .array(let names)? = try call("config/listremotes", [:])["remotes"] else { return [] }
        return names.compactMap(\.text)
    }
}
