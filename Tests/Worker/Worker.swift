import AppGroup
import Foundation

/// A tool of a group that does one thing again and again, for tests that need real processes.
///
/// It knows the library's public face alone. Each line that it prints is on its way before the next thing is done; an error
/// of the library ends it with the status that the error names.
@main
enum Worker {
    static func main() async {
        unblockSignals()
        var arguments = CommandLine.arguments.dropFirst()
        takeOptions(&arguments)
        do {
            try await run(arguments.first ?? "", Array(arguments.dropFirst()))
        } catch let error as AppGroupError {
            complain(error.description)
            exit(error.exitStatus.rawValue)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    /// `--when FILE` waits for a file first, so that many begin at once; `--as USER` becomes another user; with
    /// `--limit BYTES` no file can grow beyond that size, as on a full disk.
    private static func takeOptions(_ arguments: inout ArraySlice<String>) {
        while let option = arguments.first, option.hasPrefix("--"), let value = arguments.dropFirst().first {
            switch option {
            case "--when": while !FileManager.default.fileExists(atPath: value) { usleep(200) }
            case "--as": become(UInt32(number(value)))
            case "--limit": limitFiles(UInt(number(value)))
            default: fail("no such option: \(option)")
            }
            arguments = arguments.dropFirst(2)
        }
    }

    private static let environment = ProcessEnvironment.current

    static let group: GroupID = {
        guard let group = try? GroupID(environment["APP_GROUP"] ?? "") else { fail("APP_GROUP names no group") }
        return group
    }()

    static let registry = Registry(group: group, environment: environment)

    /// How long an addition or a registration waits for other writers: as long as every write, or as many seconds as
    /// `WORKER_PATIENCE` says, if many meet on a busy machine.
    private static let patience = Duration.seconds(Int(environment["WORKER_PATIENCE"] ?? "") ?? 10)

    private static func run(_ command: String, _ arguments: [String]) async throws {
        switch (command, arguments.count) {
        case ("register", 1...):
            try register(id(arguments[0]), schemes: arguments.dropFirst().map { try URLScheme($0) })
        case ("register-itself", 1): try register(id(arguments[0]), launch: .thisProgram("%u"))
        case ("move", 1): try register(id(arguments[0]), moving: true)
        case ("register-icon", 2): try register(id(arguments[0]), icon: .file(arguments[1]))
        case ("add", 2): try add(id(arguments[0]), times: number(arguments[1]))
        case ("add-for", 2): try add(id(arguments[0]), seconds: number(arguments[1]))
        case ("add-and-log", 1): try addAndLog(id(arguments[0]))
        case ("badge", 2): try registry.setBadge(BadgeCount(clamping: number(arguments[1])), of: id(arguments[0]))
        case ("setting", 2): try registry.setSetting(FieldKey(arguments[0]), to: .string(arguments[1]))
        case ("record-opening", 1): try recordOpening(id(arguments[0]))
        case ("unregister", 1): try registry.unregister(id(arguments[0]))
        case ("list", 0): for app in try registry.apps(order: .name, including: .all) { say("\(app.id) \(app.badge)") }
        case ("doctor", 0): for finding in registry.diagnose() { say("\(finding.severity) \(finding.sentence)") }
        case ("read-for", 1): try read(seconds: number(arguments[0]))
        case ("await", 2): try wait(for: BadgeCount(clamping: number(arguments[1])), of: id(arguments[0]))
        case ("hold", 0): try hold()
        case ("truncate-for", 1): try Truncation.run(seconds: number(arguments[0]))
        case ("subscribe", 1): try await Subscriptions.run(count: number(arguments[0]), app: "org.example.inbox")
        case ("fork", 1): try Fork.run(id(arguments[0]))
        case ("fork-with-handles", 1): try Fork.runWithHandles(id(arguments[0]))
        case ("fork-and-stop-watching", 0): Fork.runWatching()
        case ("fork-during-calls", 2): try ForkDuringCalls.run(id(arguments[0]), rounds: number(arguments[1]))
        case ("fork-and-hold", 1): try Fork.runHolding(id(arguments[0]))
        default: fail("no such command: \(command) \(arguments)")
        }
    }

    private static func register(
        _ id: AppID, icon: IconSource? = nil, schemes: [URLScheme] = [], launch: AppLaunch = .terminal("/bin/true"),
        moving: Bool = false
    ) throws {
        let app = AppDescription(
            id: id, name: try AppName(id.description), icon: icon, schemes: schemes, launch: launch)
        say(try registry.register(app, moving: moving, patience: patience).changed ? "registered" : "unchanged")
    }

    /// Does what a tool does when it starts.
    private static func recordOpening(_ id: AppID) throws {
        guard let app = try registry.app(id) else { fail("\(id) is not registered") }
        let member = registry.join(
            AppDescription(id: id, name: app.name, schemes: app.record.schemes, launch: app.launch),
            onFailure: { fail($0.description) })
        member.recordOpening()
    }

    /// Prints each badge after the call that made it returned.
    private static func add(_ id: AppID, times: Int) throws {
        for _ in 0..<times { say("\(try registry.addToBadge(1, of: id, patience: patience))") }
    }

    /// Adds, and then writes to its streams, even those that are closed.
    private static func addAndLog(_ id: AppID) throws {
        try registry.addToBadge(1, of: id)
        for stream in [STDOUT_FILENO, STDERR_FILENO] { _ = write(stream, "log\n", 4) }
    }

    /// Prints how often it added.
    private static func add(_ id: AppID, seconds: Int) throws {
        var count = 0
        try repeatedly(for: seconds, until: { count >= 10 }) {
            try registry.addToBadge(1, of: id, patience: patience)
            count += 1
        }
        say("\(count)")
    }

    /// Prints how often it read. The badges that it sees never sink.
    private static func read(seconds: Int) throws {
        var count = 0
        var highest = BadgeCount.zero
        try repeatedly(for: seconds, until: { count >= 10 }) {
            let total = try registry.totalBadge()
            guard total >= highest else { fail("the badges sank from \(highest) to \(total)") }
            highest = total
            count += 1
        }
        say("\(count)")
    }

    /// Prints a badge, and prints it again when it is another one, until it is the one that was named, or for half a minute.
    private static func wait(for wanted: BadgeCount, of id: AppID) throws {
        var last: BadgeCount?
        for _ in 0..<600 {
            let badge = try registry.app(id)?.badge
            if badge != last, let badge { say("\(badge)") }
            if badge == wanted { return }
            last = badge
            usleep(50_000)
        }
    }

    /// Holds the writer's lock until it is killed.
    static func hold() throws {
        try registry.storage.write(patience: .seconds(10)) { _ in
            say("holding")
            while true { sleep(3600) }
        }
    }

    /// Does something for a time, and on a busy machine for longer, until it was enough.
    static func repeatedly(for seconds: Int, until isEnough: () -> Bool, _ body: () throws -> Void) rethrows {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end || !isEnough() { try body() }
    }

    // MARK: - Words

    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    static func fail(_ reason: String) -> Never {
        complain(reason)
        exit(64)
    }

    private static func complain(_ reason: String) { FileHandle.standardError.write(Data("\(reason)\n".utf8)) }

    private static func id(_ text: String) throws -> AppID { try AppID(text) }

    private static func number(_ text: String) -> Int {
        guard let number = Int(text) else { fail("“\(text)” is no number") }
        return number
    }

    /// The process that starts this may have blocked signals, and its mask is inherited.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }

    /// Without the signal, a write beyond the limit fails as one to a full disk does.
    private static func limitFiles(_ bytes: UInt) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { fail("no limit of \(bytes)") }
    }

    /// Gives up the rights of root, for whom no permission holds.
    private static func become(_ user: UInt32) {
        guard setgid(user) == 0, setuid(user) == 0 else { fail("cannot become the user \(user)") }
    }
}
