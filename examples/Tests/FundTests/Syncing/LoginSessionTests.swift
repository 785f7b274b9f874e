import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("The session of a login")
struct LoginSessionTests {
    private let anna: Investor
    private let store: Store
    private let session = LoginSession(
        server: "https://fund.example.com", account: "anna", device: "desk", session: "1", key: "a key",
        authorities: nil)

    init() throws {
        anna = try Investor()
        store = try Store(root: anna.root.path)
    }

    /// Makes the draft that a login leaves if it is killed.
    private func leaveDraft(_ digits: String) throws {
        try Data("a key".utf8).write(to: URL(filePath: "\(Store.folder(in: store.root))/session.json.\(digits).new"))
    }

    private func files() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: Store.folder(in: store.root))
        return Set(names.filter { $0.hasPrefix("session.json") })
    }

    @Test("A logout also deletes the keys that killed logins have left")
    func logout() async throws {
        try session.keep(in: store)
        try leaveDraft("0123456789abcdef")
        #expect(try LoginSession.current(in: store) == session)
        let result = try await anna.fund("logout")
        #expect(result.ending == .exit(0) && result.output == "anna is logged out.\n", "\(result)")
        #expect(try files().isEmpty)
    }

    @Test("fund logout deletes the keys that killed logins have left even if nobody is logged in")
    func nobody() async throws {
        try leaveDraft("0123456789abcdef")
        let result = try await anna.fund("logout")
        #expect(result.ending == .exit(77) && result.errors.contains("You are not logged in."), "\(result)")
        #expect(try files().isEmpty)
    }

    @Test("fund sync deletes the keys that killed logins have left if nobody is logged in")
    func syncOfNobody() async throws {
        try leaveDraft("0123456789abcdef")
        let result = try await anna.fund("sync")
        #expect(result.ending == .exit(77) && result.errors.contains("You are not logged in."), "\(result)")
        #expect(try files().isEmpty)
    }

    @Test(
        "Each login, even one that is refused, and each sync delete the keys that killed logins have left just before")
    func nextLogin() async throws {
        let server = try await SyncServer()
        try leaveDraft("0123456789abcdef")
        let refused = try await anna.start(Array(server.login(device: "desk").dropLast()) + ["echo wrong"]).result()
        #expect(refused.ending == .exit(77), "\(refused)")
        #expect(try files().isEmpty)
        try await server.logIn(anna, device: "desk")
        try leaveDraft("0123456789abcdef")
        try await anna.succeed("sync")
        #expect(try files() == ["session.json"])
        try leaveDraft("fedcba9876543210")
        try await server.logIn(anna, device: "desk")
        #expect(try files() == ["session.json"])
    }

    @Test("A logout beside a login takes nothing away from it")
    func logoutMeanwhile() async throws {
        let logout: RunningProcess
        do {
            let turn = try store.takeSyncTurn()
            defer { turn.end() }
            // As in a login that is about to keep its key.
            try leaveDraft("0123456789abcdef")
            logout = try anna.start(["logout"])
            try #require(await comesTrue { logout.errors.contains("waiting for it") || !logout.isRunning })
            #expect(try files() == ["session.json.0123456789abcdef.new"])
            try session.keep(in: store)
        }
        let result = try await logout.result()
        #expect(result.ending == .exit(75) && result.errors.contains("logged in or out just now"), "\(result)")
        #expect(try LoginSession.current(in: store) == session)
    }

    @Test("A logout beside a sync that goes on deletes the key, but no draft, which may be that of a login")
    func logoutBesideSync() async throws {
        let turn = try store.takeSyncTurn()
        defer { turn.end() }
        try session.keep(in: store)
        try leaveDraft("0123456789abcdef")
        let result = try await anna.fund("logout")
        #expect(result.ending == .exit(0) && result.output == "anna is logged out.\n", "\(result)")
        #expect(try files() == ["session.json.0123456789abcdef.new"])
    }
}
