import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Opening apps", .ownGroup)
struct OpeningTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    /// An app that writes down what it was opened with, by the shell that is there anyway.
    func recorder(_ script: String = "") -> AppDescription {
        AppDescription(
            id: inbox, name: "Inbox", schemes: ["inbox"],
            launch: .terminal(
                "/bin/sh", "-c", "printf '%s|' \"$APP_GROUP_OPENING\" \"$@\" > \(group.folder)/opened; \(script)", "sh",
                "%u"))
    }

    func opened() throws -> [Substring] {
        try String(contentsOfFile: "\(group.folder)/opened", encoding: .utf8).split(separator: "|")
    }

    @Test("Opening an app by id or URL counts once, and the app learns that")
    func counts() throws {
        try group.registry.register(recorder())
        try group.registry.open(.app(inbox))
        #expect(try opened() == ["org.example.inbox:1"])
        let url: AppURL = "INBOX://message?a=b c&d=$(id);'\"%20"
        try group.registry.open(.url(url))
        #expect(try opened() == ["org.example.inbox:2", Substring(url.description)])
        #expect(try group.registry.app(inbox)?.usage.count == 2)
        #expect(try group.registry.openings().map(\.isClaimed) == [false, false])
    }

    @Test("An app that has just been read, or one of its actions, is opened without reading the registry again")
    func readsOnce() throws {
        var description = recorder()
        description.actions = [AppAction(id: "newest", name: "Newest", url: "inbox:newest")]
        try group.registry.register(description)
        let app = try #require(try group.registry.app(inbox))
        // Reading it fails from now on.
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: group.database + suffix) }
        try Data("no registry".utf8).write(to: URL(fileURLWithPath: group.database))
        let registry = group.registry(clock: TestClock())
        #expect(throws: AppGroupError.self) { try registry.open(.app(inbox, url: "inbox:x")) }
        let targets: [(AppTarget, url: Substring)] = [
            (.app(inbox, url: "inbox:x"), "inbox:x"), (.action("newest", of: inbox), "inbox:newest"),
        ]
        for (target, url) in targets {
            let opening = try registry.opening(of: target, knowing: app)
            #expect(opening.plan.terminalProcess?.executable == "/bin/sh")
            _ = try opening.start(terminal: .runInForeground)
            #expect(try opened() == [url])
        }
    }

    @Test("An app that records its own opening is counted once")
    func countsOnce() async throws {
        let worker = BuiltProgram.worker.path
        try group.registry.register(recorder("\(worker) record-opening \(inbox)"))
        try group.registry.open(.app(inbox))
        #expect(try group.registry.app(inbox)?.usage.count == 1)
        #expect(try group.registry.openings().map(\.isClaimed) == [true])
        #expect(try await BuiltProgram.worker.run("record-opening", "\(inbox)").ending == .exit(0))
        #expect(try group.registry.app(inbox)?.usage.count == 2)
    }

    @Test("Opening a missing app says why, counts nothing, and notes since when it is missing")
    func refusesTheMissing() throws {
        try group.registry.register(try group.app("inbox", schemes: ["inbox"]))
        try group.uninstall("inbox")
        for call in [{ try group.registry.open(.app(inbox)) }, { try group.registry.open(.url("inbox:x")) }]
            as [() throws -> Any]
        {
            #expect(failure { _ = try call() }?.code == .notInstalled)
        }
        #expect(try group.registry.openings().isEmpty)
        #expect(try group.registry.app(inbox)?.missingSince != nil)
        #expect(try !group.registry.canOpen("inbox:x"))
        try group.makeProgram("inbox")
        #expect(try group.registry.canOpen("inbox:x"))
    }

    @Test("Opening an app that cannot be started says why, and takes the count back")
    func takesBack() throws {
        let program = "\(group.folder)/bin/broken"
        try ProgramFile.write("#!/nonexistent/interpreter\n", to: program)
        try group.registry.register(AppDescription(id: inbox, name: "Inbox", launch: .terminal(program)))
        let error = failure { try group.registry.open(.app(inbox)) }
        #expect(error?.code == .launchFailed && error?.errno == ENOENT)
        #expect(try group.registry.app(inbox)?.usage == AppUsage())
        #expect(try group.registry.openings().isEmpty)
    }

    @Test("An app is opened without being counted while another process holds the lock")
    func opensUnrecorded() throws {
        try group.registry.register(recorder())
        _ = try group.whileLocked { try group.registry.open(.app(inbox)) }
        #expect(try opened().isEmpty)
        #expect(try group.registry.openings().isEmpty)
    }

    @Test("An app is opened without being counted while recording is off")
    func respectsPreferences() throws {
        try group.registry.register(recorder())
        try group.registry.setRecordsUse(false)
        try group.registry.open(.app(inbox))
        #expect(try opened().isEmpty)
        #expect(try group.registry.openings().isEmpty)
    }

    @Test("Opening an unknown app is refused")
    func needsAnApp() {
        #expect(failure { try group.registry.open(.app("a.b")) }?.code == .noSuchApp)
    }

    @Test("A URL with a scheme that no app owns goes to the desktop, and fails with a sentence if that has no handler")
    func asksTheDesktop() throws {
        try group.registry.register(recorder())
        #expect(try !group.registry.canOpen("nobody-has-this:x"))
        #expect(failure { try group.registry.open(.url("nobody-has-this:x")) }?.code == .noHandler)
    }
}
