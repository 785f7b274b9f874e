import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("Logins beside syncs")
struct SyncLoginTests {
    private static let waiting = "Another sync is running: waiting for it."

    @Test("A login with another account waits for a sync that is running, and then that account gets everything")
    func anotherAccount() async throws {
        let server = try await SyncServer()
        let gate = try await SyncGate(to: server)
        let desk = try Investor()
        try await server.logIn(desk, device: "desk", at: gate.address)
        let text = String(repeating: "long\n", count: 100_000)
        try await desk.make("Equity", note: "Long", text)
        try gate.hold(.up, after: 100_000)
        let sync = try desk.start(["sync"])
        try #require(await comesTrue { gate.isHolding || !sync.isRunning }, "\(sync.errors)")
        try #require(gate.isHolding, "\(sync.errors)")
        let store = try Store(root: desk.root.path)
        // As after a logout that could not reach the server, where the session of the sync lasts on.
        try LoginSession.erase(in: store)
        let login = try desk.start(server.login(as: "bob", device: "desk", at: gate.address) + ["--yes"])
        try #require(await comesTrue { login.errors.contains(Self.waiting) || !login.isRunning })
        #expect(try store.text(.lastAccount) == "\(gate.address) ada", "\(login.errors)")
        try gate.letGo(.up)
        #expect([.exit(0), .exit(69)].contains(try await sync.result().ending), "\(sync.errors)")
        #expect(try await login.result().ending == .exit(0), "\(login.errors)")
        let laptop = try Investor()
        try await server.logIn(laptop, as: "bob", device: "laptop")
        #expect(try await laptop.notes == ["Equity": ["Long": text]])
        withExtendedLifetime((server, gate)) {}
    }

    @Test("A login ends with status 75 if another account was logged in while the password was asked for")
    func loginMeanwhile() async throws {
        let server = try await SyncServer()
        let desk = try Investor()
        try await desk.succeed("new", "Equity")
        let command = "touch asked; until [ -e go ]; do sleep 0.1; done; echo \(SyncServer.password)"
        let login = try desk.start([
            "login", server.address, "--user", "bob", "--password-command", "cd \(desk.home.path); \(command)",
        ])
        let asked = desk.home.appending(path: "asked").path
        try #require(await comesTrue { FileManager.default.fileExists(atPath: asked) || !login.isRunning })
        try await server.logIn(desk, device: "desk")
        try desk.write("", to: "go")
        let result = try await login.result()
        #expect(result.ending == .exit(75) && result.errors.contains("logged in or out just now"), "\(result)")
        let store = try Store(root: desk.root.path)
        #expect(try LoginSession.current(in: store)?.account == "ada")
        #expect(try store.text(.lastAccount) == "\(server.address) ada")
        withExtendedLifetime(server) {}
    }

    @Test("A sync that waits for another one has the login that is valid afterwards")
    func endedWhileWaiting() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        let store = try Store(root: desk.root.path)
        let sync: RunningProcess
        do {
            let turn = try store.takeSyncTurn()
            defer { turn.end() }
            sync = try desk.start(["sync"])
            try #require(await comesTrue { sync.errors.contains(Self.waiting) || !sync.isRunning })
            try LoginSession.erase(in: store)
        }
        let result = try await sync.result()
        #expect(result.ending == .exit(77) && result.errors.contains("You are not logged in."), "\(result)")
        withExtendedLifetime(server) {}
    }
}
