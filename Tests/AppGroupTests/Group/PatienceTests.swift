import TestSupport
import Testing

@testable import AppGroup

@Suite("How long calls wait for other writers", .ownGroup)
struct PatienceTests {
    /// A storage in memory that notes how long each write may wait.
    private struct NotingStorage: RegistryStorage {
        private let memory = InMemoryStorage()
        let noted = Guarded<[Duration]>([])

        func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result { try memory.read(body) }

        func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
            noted.withLock { $0.append(patience) }
            return try memory.write(patience: patience, body)
        }

        func version() throws -> StorageVersion { try memory.version() }

        func removeIfEmpty(patience: Duration) throws -> Bool {
            noted.withLock { $0.append(patience) }
            return try memory.removeIfEmpty(patience: patience)
        }
    }

    private let group = TestGroup.current
    private let storage = NotingStorage()
    private let id: AppID = "org.example.inbox"
    private let registry: Registry

    init() { registry = Registry(group: group.id, storage: storage, environment: group.environment) }

    /// How long the writes of a call may wait.
    private func patience(of call: () throws -> Void) rethrows -> [Duration] {
        storage.noted.withLock { $0 = [] }
        try call()
        return storage.noted.value
    }

    @Test("A write to any kind of storage waits ten seconds for other writers if it is not told otherwise")
    func writes() throws {
        let app = try group.app("inbox")
        let history = try group.makeFile("history.tsv", Array("unix_time\tapp\n1000\t\(id)\n".utf8))
        let calls: [(name: String, call: () throws -> Void)] = [
            ("register", { _ = try registry.register(app) }),
            ("setBadge", { try registry.setBadge(1, of: id) }),
            ("addToBadge", { _ = try registry.addToBadge(1, of: id) }),
            ("setField", { try registry.setField("unread", to: 1, of: id) }),
            ("addToField", { _ = try registry.addToField("unread", by: 1, of: id) }),
            ("setPinned", { try registry.setPinned(true, of: id) }),
            ("setHidden", { try registry.setHidden(true, of: id) }),
            ("setSetting", { try registry.setSetting("theme", to: "dark") }),
            ("setOffers", { try registry.setOffers([], updates: [id: "2"], from: "https://here.example") }),
            ("importHistory", { _ = try registry.importHistory(from: history) }),
            ("resetHistory of an app", { try registry.resetHistory(of: id) }),
            ("resetHistory", { try registry.resetHistory() }),
            ("setRecordsUse of an app", { try registry.setRecordsUse(false, of: id) }),
            ("setRecordsUse", { try registry.setRecordsUse(false) }),
            ("switchPackage", { _ = try? registry.switchPackage(to: app) }),
            ("removePackage", { try? registry.removePackage(id) }),
            ("unregister", { try registry.unregister(id) }),
            ("undoPrune", { try registry.undoPrune() }),
            ("unregister again", { try registry.unregister(id) }),
            ("prune", { try registry.prune(registry.prunePlan(graceDays: 0)) }),
        ]
        for (name, call) in calls { #expect(try Set(patience(of: call)) == [.seconds(10)], "\(name)") }
    }

    @Test("An opener waits half a second to record the opening, and half a second to take it back")
    func opening() throws {
        try registry.register(AppDescription(id: id, name: "Inbox", launch: .terminal("/bin/true")))
        #expect(try patience(of: { _ = try registry.open(.app(id)) }) == [.milliseconds(500)])
        let program = "\(group.folder)/bin/broken"
        try ProgramFile.write("#!/nonexistent/interpreter\n", to: program)
        try registry.register(AppDescription(id: id, name: "Inbox", launch: .terminal(program)))
        let waits = patience { #expect(throws: AppGroupError.self) { _ = try registry.open(.app(id)) } }
        #expect(waits == [.milliseconds(500), .milliseconds(500)])
    }
}
