import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// What people and programs do to the file of a lock while a process has it open. A lock on a file that is elsewhere excludes no one.
@Suite("A lock that is no longer in its place", .ownGroup)
struct LockReplacementTests {
    let group = TestGroup.current
    let veteran: Registry

    init() throws {
        veteran = group.registry
        try veteran.register(try group.app("inbox"))
        // It has looked for the lock, and need not do so again.
        for badge in 1...3 { try veteran.setBadge(BadgeCount(clamping: Int64(badge)), of: "org.example.inbox") }
        // A file that is changed twice within a tick of the file system's clock has the same time.
        Thread.sleep(forTimeInterval: 0.05)
    }

    private func expectNoWrite() throws {
        try group.whileLocked {
            #expect(failure { try veteran.setBadge(9, of: "org.example.inbox", patience: .zero) }?.code == .busy)
        }
        try veteran.setBadge(10, of: "org.example.inbox", patience: .zero)
        #expect(try group.registry.app("org.example.inbox")?.badge == 10)
    }

    @Test(
        "A lock that was removed or replaced is not taken for the one in its place",
        arguments: [
            "rm $lock", "mv $lock $lock.old", "mv $lock $lock.old && : >$lock", ": >new && mv new $lock",
            "ln $lock $lock.old && rm $lock", "cp $lock new && mv new $lock",
        ])
    func isReplaced(change: String) async throws {
        let script = "cd '\(group.home)' && lock=.\(group.id).lock && \(change)"
        #expect(try await RunningProcess.run("/bin/sh", ["-c", script]).ending == .exit(0))
        try expectNoWrite()
    }

    @Test(
        "A lock is not taken for that of a copied folder in the place of its own, even if the copy was read first",
        arguments: [true, false])
    func isMoved(readsFirst: Bool) throws {
        try FileManager.default.moveItem(atPath: group.home, toPath: "\(group.home).old")
        try FileManager.default.copyItem(atPath: "\(group.home).old", toPath: group.home)
        if readsFirst { #expect(try veteran.app("org.example.inbox")?.badge == 3) }
        try expectNoWrite()
    }

    @Test("A new group gets a new lock if the folder of the old one was moved away with the group")
    func isMovedAway() throws {
        try FileManager.default.moveItem(atPath: group.home, toPath: "\(group.home).old")
        try FileManager.default.createDirectory(
            atPath: group.home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try group.whileLocked { () throws in
            let app = try group.app("inbox")
            #expect(failure { try veteran.register(app, patience: .zero) }?.code == .busy)
        }
        try veteran.register(try group.app("inbox"))
        #expect(try group.registry.apps().count == 1)
    }

    @Test("A lock is not taken for long for the one beside its group if the group alone was moved back")
    func isLeftBehind() async throws {
        let script = "cd '\(group.home)/..' && mv groups old && mkdir -m 700 groups && mv 'old/\(group.id)' groups"
        #expect(try await RunningProcess.run("/bin/sh", ["-c", script]).ending == .exit(0))
        // It is looked for once a second.
        try await Task.sleep(for: .seconds(1))
        try expectNoWrite()
    }

    @Test("A lock is still the one in its place after another process has marked the log as one to be emptied")
    func isMarked() throws {
        try Descriptor.keeping(group.lock).truncate(to: 1)
        try expectNoWrite()
        #expect(try Files.status(group.lock).size == 0)
    }
}
