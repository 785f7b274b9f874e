import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// Real processes that add the same app to two groups at the same moment.
@Suite("Racing for an app", .ownGroup)
struct MembershipRaceTests {
    let group = TestGroup.current
    let other: GroupID = "org.example.other"

    @Test("An app that two groups register at once becomes a member of one of them")
    func registersOnce() async throws {
        var environment = group.environment
        environment.variables["APP_GROUP"] = "\(other)"
        let start = "\(group.folder)/start"
        let ids = (0..<12).map { "org.example.tool\($0)" }
        let processes = try ids.map { id in
            try [group.environment, environment].map { environment in
                try BuiltProgram.worker.start("--when", start, "register", id, environment: environment)
            }
        }
        try Data().write(to: URL(fileURLWithPath: start))
        for (id, pair) in zip(ids, processes) {
            var endings: [RunningProcess.Ending] = []
            for process in pair { endings.append(try await process.result().ending) }
            #expect(endings.contains(.exit(0)) && endings.contains(.exit(65)), "\(id): \(endings)")
        }
        let members = try [group.id, other].map {
            try group.registry(of: $0).apps(including: .all).map(\.id.description)
        }
        #expect((members[0] + members[1]).sorted() == ids.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home).allSatisfy { !$0.contains("members") })
    }

    @Test("A package is not installed if another group got the app while it was unpacked")
    func installsOnce() throws {
        let id: AppID = "org.example.visa"
        let error = failure {
            try group.registry.installPackage { folder in
                try ProgramFile.write("#!/bin/sh\n", to: "\(folder)/visa")
                try group.registry(of: other).register(group.app("visa"))
                return AppDescription(
                    id: id, name: "Visa",
                    launch: .package(
                        .init(
                            digest: PackageDigest(stringLiteral: String(repeating: "1", count: 64)),
                            command: .init(executable: "visa", interface: .terminal))))
            }
        }
        #expect(error?.code == .appTaken)
        #expect(try Registry.groups(environment: group.environment) == [other])
    }

    @Test("A moved app leaves its group even if another group asks for it at once")
    func movesOnce() async throws {
        let (group, third): (TestGroup, GroupID) = (group, "org.example.third")
        let app = try group.app("inbox")
        try group.registry(of: other).register(app)
        for target in [group.id, third, group.id] {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for target in [target, third] {
                    tasks.addTask { try group.registry(of: target).register(app, moving: true) }
                }
                try await tasks.waitForAll()
            }
            #expect(try Registry.groups(environment: group.environment).count == 1)
        }
    }
}
