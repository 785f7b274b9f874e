import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Schemes that come back", .ownGroup)
struct ReturnedSchemeTests {
    enum Departure: CaseIterable { case unregistering, pruning, removing, forgetting, moving, registering }

    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"
    let post: AppID = "org.example.post"
    var registry: Registry { group.registry }

    /// Registers an app that yields a scheme to another one, and is installed again after that.
    func yield(toPackage isPackage: Bool = false) throws {
        try registry.register(try group.app("inbox", schemes: ["mail2", "inbox"]))
        try group.uninstall("inbox")
        if isPackage {
            try installPost()
        } else {
            try registry.register(try group.app("post", schemes: ["mail2"]))
        }
        try group.makeProgram("inbox")
        #expect(try registry.app(holding: "mail2")?.id == post)
    }

    func installPost() throws {
        try registry.installPackage { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/Post.app", withIntermediateDirectories: true)
            try ProgramFile.write("#!/bin/sh\n", to: "\(folder)/Post.app/post")
            return AppDescription(
                id: post, name: "Post", schemes: ["mail2"],
                launch: .package(
                    .init(
                        digest: PackageDigest(stringLiteral: String(repeating: "1", count: 64)),
                        command: .init(executable: "Post.app/post", interface: .terminal))))
        }
    }

    @Test("A scheme goes back to the app that yielded it, however its owner leaves", arguments: Departure.allCases)
    func comesBack(departure: Departure) throws {
        try yield(toPackage: departure == .removing || departure == .forgetting)
        switch departure {
        case .unregistering: try registry.unregister(post)
        case .pruning:
            try group.uninstall("post")
            try registry.prune(registry.prunePlan(graceDays: 0))
        case .removing: try registry.removePackage(post)
        case .forgetting: try registry.removePackage(post, forgetting: true)
        case .moving:
            try group.registry(of: "org.example.others").register(
                try group.app("post", schemes: ["mail2"]), moving: true)
        case .registering: try registry.register(try group.app("post"))
        }
        #expect(try registry.app(holding: "mail2")?.id == inbox)
        #expect(try registry.app(inbox)?.record.schemes == ["mail2", "inbox"])
        let again = try registry.register(try group.app("inbox", schemes: ["mail2", "inbox"]))
        #expect(!again.changed && again.withheld.isEmpty)
    }

    @Test(
        "The member that registered first gets a scheme that several have yielded, and a missing owner keeps its own",
        arguments: StorageKind.allCases)
    func chooses(kind: StorageKind) throws {
        func app(_ name: String, registered: Int64, _ claims: AppRecord.SchemeClaim...) throws -> AppRecord {
            var app = AppRecord(
                id: try AppID("org.example.\(name)"), name: try AppName(name), launch: .terminal("/bin/true"),
                registered: Timestamp(milliseconds: registered))
            app.claims = claims
            return app
        }
        var left = try app("left", registered: 1, .init("mail2", isYielded: true), .init("free", isYielded: true))
        left.unregistered = Timestamp(milliseconds: 9)
        let first = try app("visa", registered: 2, .init("visa"), .init("mail2", isYielded: true))
        let second = try app(
            "inbox", registered: 3, .init("mail2", isYielded: true), .init("rooms", isYielded: true),
            .init("free", isYielded: true))
        var owner = try app("post", registered: 4, .init("mail2"), .init("post"))
        owner.unregistered = Timestamp(milliseconds: 9)
        var missing = try app("rooms", registered: 5, .init("rooms"))
        missing.missingSince = Timestamp(milliseconds: 9)
        let storage = try kind.make()
        let registry = Registry(group: group.id, storage: storage)
        try storage.write { writer in
            for app in [left, first, second, owner, missing] { try writer.save(app) }
            try registry.returnSchemes(writer)
        }
        try storage.read { reader throws in
            #expect(try reader.app(left.id) == left)
            #expect(try reader.app(first.id)?.claims == [.init("visa"), .init("mail2")])
            #expect(
                try reader.app(second.id)?.claims
                    == [.init("mail2", isYielded: true), .init("rooms", isYielded: true), .init("free")])
            #expect(try reader.app(owner.id)?.claims == [.init("mail2", isYielded: true), .init("post")])
            #expect(try reader.app(missing.id) == missing)
        }
    }

    @Test("An app that is still missing gets no scheme back, so its owner can come back with it")
    func staysIfMissing() throws {
        try yield()
        try group.uninstall("inbox")
        try registry.unregister(post)
        #expect(try registry.undoPrune([post]).map(\.record.schemes) == [["mail2"]])
        #expect(try registry.app(holding: "mail2")?.id == post)
    }

    @Test("An app that comes back leaves its scheme to the app that has it now", arguments: [true, false])
    func stays(byUndoing: Bool) throws {
        try yield()
        try registry.unregister(post)
        if byUndoing {
            #expect(try registry.undoPrune().map(\.id) == [post])
        } else {
            let back = try registry.register(try group.app("post", schemes: ["mail2"]))
            #expect(back.withheld == ["mail2": inbox])
        }
        #expect(try registry.app(post)?.record.claims == [.init("mail2", isYielded: true)])
        #expect(try registry.app(holding: "mail2")?.id == inbox)
        try registry.unregister(inbox)
        #expect(try registry.app(holding: "mail2")?.id == post)
        #expect(try registry.app(inbox)?.record.schemes == ["inbox"])
    }

    @Test(
        "An app that comes back alone gets its scheme again, but not if the owner comes back, too",
        arguments: [true, false])
    func comesBackWithOthers(alone: Bool) throws {
        try yield()
        for app in [inbox, post] { try registry.unregister(app) }
        #expect(try registry.app(holding: "mail2")?.id == post)
        let back = try registry.undoPrune(alone ? [inbox] : [])
        #expect(back.map(\.id) == (alone ? [inbox] : [inbox, post]))
        #expect(back.first?.record.schemes == (alone ? ["mail2", "inbox"] : ["inbox"]))
        #expect(try registry.app(holding: "mail2")?.id == (alone ? inbox : post))
        #expect(try registry.app(post)?.record.schemes == (alone ? [] : ["mail2"]))
    }
}
