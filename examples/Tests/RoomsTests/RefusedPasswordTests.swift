import AppGroup
import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import rooms

@Suite("The memory of a refused password")
struct RefusedPasswordTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("refused") }

    /// What a process knows some hours after the refusal.
    private func memory(_ password: String = "expired", after hours: Double) throws -> RefusedPassword {
        let account = Account(
            email: "anna@example.com", server: "https://mail.example.com/EWS/Exchange.asmx", authentication: .ntlm,
            passwordCommand: "cat password")
        let now = Timestamp(seconds: 1_795_000_000 + Int64(hours * 3600))
        return try #require(RefusedPassword(password, of: account, in: folder.path) { now })
    }

    @Test("A refused password is not sent again for six hours, and the message says when it was refused")
    func sixHours() throws {
        try memory(after: 0).note()
        let error = #expect(throws: ToolError.self) { try memory(after: 5.9).check() }
        let sentence = "refused this password of anna@example.com 5 h ago"
        #expect(error?.kind == .refused && error?.description.contains(sentence) == true, "\(error?.description ?? "")")
        try memory(after: 6.1).check()
    }

    @Test("Another password is sent, and so is one that was refused while the clock was ahead")
    func otherCases() throws {
        try memory(after: 0).note()
        try memory("new", after: 0).check()
        try memory(after: -0.1).check()
    }

    @Test("What killed processes have left of a refusal is deleted with it, and by the next refusal after a day")
    func drafts() throws {
        let (old, new) = ("refused.0123456789abcdef.new", "refused.fedcba9876543210.new")
        for draft in [old, new] { try folder.write(draft, "salt code 0".utf8) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(-2 * 86_400)], ofItemAtPath: "\(folder.path)/\(old)")
        try memory(after: 0).note()
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["refused", new])
        try memory(after: 0).forget()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
