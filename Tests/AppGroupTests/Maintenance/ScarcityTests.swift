import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// What happens where the system gives no more room, or no permission: in processes of their own, which so limit nobody
/// else.
@Suite("Maintenance without room or permission")
struct ScarcityTests {
    @Test("A backup without enough room fails completely, at whatever point that is found")
    func backupWithoutRoom() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with(apps: 60) { group in
                var hasFailed = false
                try Self.withLimits(upTo: 400_000) { limit in
                    try group.registry.backUp(to: group.path("backup\(limit)"))
                } check: { limit, error in
                    let path = group.path("backup\(limit)")
                    #expect(FileManager.default.fileExists(atPath: path) == (error == nil))
                    guard let error else { return }
                    hasFailed = true
                    #expect(error.code == .inputOutput, "\(error)")
                    #expect(error.description.contains(group.folder))
                }
                #expect(hasFailed)
                let files = try FileManager.default.contentsOfDirectory(atPath: group.folder)
                #expect(files.allSatisfy { !$0.contains(".new") }, "\(files)")
            }
        }
    }

    @Test("A restore without enough room leaves the old data untouched")
    func restoreWithoutRoom() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with(apps: 60) { source in
                try source.registry.backUp(to: source.path("backup"))
                try SampleGroup.with(apps: 3) { group in
                    let before = try group.state()
                    var hasFailed = false
                    try Self.withLimits(upTo: 400_000) { _ in
                        try group.registry.restore(from: source.path("backup"), replacing: true)
                    } check: { _, error in
                        guard let error else { return }
                        hasFailed = true
                        #expect(error.code == .inputOutput, "\(error)")
                        let (state, files) = (try group.state(), try group.files())
                        #expect(state == before)
                        #expect(!files.contains { $0.contains(".new") || $0.contains("before") })
                    }
                    #expect(hasFailed)
                    #expect(try group.state() == source.state())
                }
            }
        }
    }

    @Test("A repair without enough room leaves the damaged registry as it is")
    func repairWithoutRoom() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with(apps: 60) { group in
                try group.emptyLog()
                let damaged = Array(try BytesOnDisk.read(group.database).dropLast(9000))
                try BytesOnDisk.write(damaged, to: group.database)
                var hasFailed = false
                try Self.withLimits(upTo: 400_000) { _ in
                    try group.registry.repair()
                } check: { _, error in
                    guard let error else { return }
                    hasFailed = true
                    #expect(error.code == .inputOutput, "\(error)")
                    let (bytes, files) = (try BytesOnDisk.read(group.database), try group.files())
                    #expect(bytes == damaged)
                    #expect(!files.contains { $0.contains(".new") || $0.contains("damaged") })
                }
                #expect(hasFailed)
                #expect(try group.registry.repair().wasSound)
            }
        }
    }

    @Test("Without permission, backup, restore and repair say so and change nothing")
    func withoutPermission() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with { group in
                try Self.becomeOrdinaryUser(owning: group.folder)
                try group.fill(apps: 6)
                try group.registry.backUp(to: group.path("backup"))
                let (state, bytes) = (try group.state(), try BytesOnDisk.read(group.database))
                let sealed = group.path("sealed")
                try FileManager.default.createDirectory(atPath: sealed, withIntermediateDirectories: false)
                chmod(sealed, 0o500)
                let backUp = #expect(throws: AppGroupError.self) { try group.registry.backUp(to: "\(sealed)/backup") }
                #expect(backUp?.code == .permission)
                chmod(group.container.path, 0o500)
                defer { chmod(group.container.path, 0o700) }
                let restore = #expect(throws: AppGroupError.self) {
                    try group.registry.restore(from: group.path("backup"), replacing: true)
                }
                #expect(restore?.code == .permission)
                #expect(try group.state() == state)
                #expect(try BytesOnDisk.read(group.database) == bytes)
                try group.registry.backUp(to: group.path("backup of a sealed container"))
                try BytesOnDisk.write("text".utf8, to: group.database)
                try BytesOnDisk.write([], to: "\(group.database)-wal")
                let repair = #expect(throws: AppGroupError.self) { try group.registry.repair() }
                #expect(repair?.code == .permission)
                #expect(try BytesOnDisk.read(group.database) == Array("text".utf8))
            }
        }
    }

    @Test("Without a free descriptor, a call names the limit of open files, and neither permissions nor damage")
    func withoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with(apps: 6) { group in
                var new = rlimit(rlim_cur: 200, rlim_max: 200)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &new)
                var open: [Int32] = []
                while case let number = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC), number >= 0 {
                    open.append(number)
                }
                var failures = 0
                let calls: [(Registry) throws -> Void] = [
                    { try $0.setSetting("theme", to: "dark") }, { _ = try $0.apps() }, { _ = try $0.repair() },
                ]
                for _ in 0..<8 {
                    for call in calls {
                        do {
                            try call(group.registry)
                        } catch let error as AppGroupError {
                            failures += 1
                            guard error.code == .inputOutput, error.description.contains("open files") else {
                                fatalError("\(error)")
                            }
                        }
                    }
                    for finding in group.registry.diagnose() where finding.severity == .problem {
                        guard finding.sentence.contains("open files"), finding.remedy?.contains("--repair") != true
                        else {
                            fatalError("\(finding)")
                        }
                    }
                    if let number = open.popLast() { close(number) }
                }
                for number in open { close(number) }
                #expect(failures > 5)
                #expect(try group.registry.apps().count == 6)
                #expect(try !group.files().contains { $0.contains("damaged") })
            }
        }
    }

    @Test("Without a free descriptor, a call that follows changes names the limit of open files")
    func followingWithoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            try SampleGroup.with(apps: 1) { group in
                let registry = group.registry
                _ = try registry.apps()
                var new = rlimit(rlim_cur: 200, rlim_max: 200)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &new)
                var open: [Int32] = []
                while case let number = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC), number >= 0 {
                    open.append(number)
                }
                let watch = failure { _ = try GroupWatch(group.id, environment: group.environment) }
                let changes = failure { _ = try PolledChanges(registry) }
                for number in open { close(number) }
                #expect(watch?.description.contains("open files") == true, "\(watch?.description ?? "")")
                #expect(changes?.description.contains("open files") == true, "\(changes?.description ?? "")")
            }
        }
    }

    /// Does the same under one limit of a file's size after the other, in bytes, and without any at the end, where it must
    /// succeed.
    private static func withLimits(
        upTo largest: Int, _ body: (_ limit: Int) throws -> Void,
        check: (_ limit: Int, _ error: AppGroupError?) throws -> Void
    ) throws {
        signal(SIGXFSZ, SIG_IGN)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var old = rlimit()
        getrlimit(resource, &old)
        for limit in stride(from: 0, to: largest, by: 8000) {
            var new = rlimit(rlim_cur: rlim_t(limit), rlim_max: old.rlim_max)
            var failure: AppGroupError?
            setrlimit(resource, &new)
            do {
                try body(limit)
            } catch let error as AppGroupError {
                failure = error
            }
            setrlimit(resource, &old)
            try check(limit, failure)
        }
        try body(.max)
    }

    /// Gives up root's privileges, before which no permission counts.
    static func becomeOrdinaryUser(owning folder: String) throws {
        guard geteuid() == 0 else { return }
        let nobody: UInt32 = 65_534
        try #require(chown(folder, nobody, nobody) == 0)
        try #require(setegid(nobody) == 0 && seteuid(nobody) == 0)
    }
}
