import Foundation
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
    private func leaveDraft(_ digits: String, age: TimeInterval = 0) throws {
        let file = URL(filePath: "\(Store.folder(in: store.root))/session.json.\(digits).new")
        try Data("a key".utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(-age)], ofItemAtPath: file.path)
    }

    private func files() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: Store.folder(in: store.root))
        return Set(names.filter { $0.hasPrefix("session.json") })
    }

    @Test("A logout also deletes the keys that killed logins have left")
    func logout() throws {
        try session.keep(in: store)
        try leaveDraft("0123456789abcdef")
        #expect(try LoginSession.current(in: store) == session)
        try LoginSession.erase(in: store)
        #expect(try files().isEmpty)
        // Nobody is logged in, but a login was killed.
        try leaveDraft("0123456789abcdef")
        try LoginSession.erase(in: store)
        #expect(try files().isEmpty)
    }

    @Test("A login deletes the keys that killed logins have left more than a day before, but not newer ones")
    func login() throws {
        try leaveDraft("0123456789abcdef", age: 2 * 86_400)
        try leaveDraft("fedcba9876543210")
        try session.keep(in: store)
        #expect(try files() == ["session.json", "session.json.fedcba9876543210.new"])
    }
}
