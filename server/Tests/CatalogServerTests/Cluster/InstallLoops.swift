import Foundation
import ServerTestSupport
import Synchronization
import TestSupport

/// Users who install an app and remove it again, over and over, with `launcher-store`.
final class InstallLoops: Sendable {
    private let folder: TemporaryFolder
    private let counts = Mutex([Int: Int]())
    private let problems = Mutex([String]())
    private let isDone = Atomic(false)

    /// What failed.
    var failures: [String] { problems.withLock { $0 } }

    init() throws { folder = try TemporaryFolder() }

    deinit {
        // What was installed may not be written, not even by its owner.
        _ = try? Finished.run(["/bin/chmod", "-R", "u+w", folder.path], environment: [:])
    }

    func end() { isDone.store(true, ordering: .relaxed) }

    /// Logs in on a machine of its own, and installs until ``end()``.
    func run(_ number: Int, at address: String, user: String, password: String) async throws {
        let home = "\(folder.path)/\(number)"
        try FileManager.default.createDirectory(atPath: "\(home)/groups", withIntermediateDirectories: true)
        func store(_ script: String, password: String = "") async throws -> Finished {
            try await Finished.run(
                ["/bin/sh", "-c", script, Self.program],
                environment: [
                    "HOME": home, "APP_GROUP_HOME": "\(home)/groups", "PATH": "/usr/bin:/bin", "PASSWORD": password,
                ], in: home)
        }
        let login = try await store(
            "echo \"$PASSWORD\" | \"$0\" login \(address) --user \(user) --password-stdin --no-handler",
            password: password)
        // Nobody waits for a loop that threw.
        guard login.status == 0 else { return problems.withLock { $0.append("login: \(login.errors)") } }
        while !isDone.load(ordering: .relaxed) {
            let installed = try await store("\"$0\" install atlas")
            if installed.status == 0 {
                counts.withLock { $0[number, default: 0] += 1 }
            } else {
                problems.withLock { $0.append("status \(installed.status): \(installed.errors)") }
            }
            _ = try await store("\"$0\" remove --purge --yes atlas")
        }
    }

    /// Waits until each of them has installed this often again, or something failed.
    func waitForMore(_ count: Int, of loops: Int) async throws {
        let before = counts.withLock { $0 }
        while failures.isEmpty {
            let now = counts.withLock { $0 }
            if (0..<loops).allSatisfy({ now[$0, default: 0] >= before[$0, default: 0] + count }) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static let program = BuiltProgram.folder.appending(path: "launcher-store").path
}
