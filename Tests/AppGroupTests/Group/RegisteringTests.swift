import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Registering", .ownGroup)
struct RegisteringTests {
    let group = TestGroup.current

    @Test("Registering adds a new app to the group with everything that it volunteers")
    func registersANewApp() throws {
        let clock = TestClock()
        let registry = group.registry(clock: clock)
        var app = try group.app("inbox", schemes: ["inbox", "mail2"])
        app.icon = .png(ExampleImage.png)
        app.version = "1.2"
        app.badge = 3
        app.fields = ["newest": "Ann", "size": 12]
        let registration = try registry.register(app)
        #expect(registration.isNew && registration.changed && registration.withheld.isEmpty)
        let found = try #require(try group.registry.app(app.id))
        #expect(found.group == group.id)
        #expect(found.name == "Inbox")
        #expect(found.record.schemes == ["inbox", "mail2"])
        #expect(found.launch == app.launch)
        #expect(found.version == "1.2" && found.availableVersion == nil)
        #expect(found.badge == 3)
        #expect(found.fields == ["newest": "Ann", "size": 12])
        #expect(found.usage == AppUsage())
        #expect(found.preferences == AppRecord.Preferences())
        #expect(found.registered == clock.now && found.missingSince == nil && found.unregistered == nil)
        #expect(found.availability == .installed && found.isShown)
        #expect(try registry.image(of: found.record) == ExampleImage.png)
        let path = try #require(registry.imagePath(of: found.record))
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == ExampleImage.png)
    }

    @Test("Registering the same again writes nothing, waits for no lock, and does not count as use")
    func isIdempotent() throws {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.icon = .svg(ExampleImage.svg)
        app.badge = 3
        app.fields = ["newest": "Ann"]
        try group.registry.register(app)
        let before = try group.trace()
        let again = try group.whileLocked { try group.registry.register(app, patience: .zero) }
        #expect(!again.isNew && !again.changed)
        #expect(try group.trace() == before)
        #expect(try group.registry.openings().isEmpty)
        #expect(try group.registry.app(app.id)?.usage == AppUsage())
    }

    @Test("Registering again replaces name, icon, schemes, launch and version, and keeps everything else")
    func updates() throws {
        let clock = TestClock()
        let registry = group.registry(clock: clock)
        var app = try group.app("inbox", schemes: ["inbox", "mail2"])
        app.icon = .named("mail")
        app.version = "1"
        app.fields = ["newest": "Ann", "size": 12]
        try registry.register(app)
        try registry.setBadge(5, of: app.id)
        try registry.setPinned(true, of: app.id)
        _ = try registry.recordOpening(of: app.id, isClaimed: true, patience: .zero)
        let before = try #require(try registry.app(app.id)?.record)
        clock.advance(days: 1)
        let update = AppDescription(
            id: app.id, name: "Post", schemes: ["post"], launch: .graphical("/bin/true"),
            fields: ["size": 13, "new": 1])
        let registration = try registry.register(update)
        #expect(!registration.isNew && registration.changed)
        var expected = before
        expected.name = "Post"
        expected.icon = nil
        expected.claims = [.init("post")]
        expected.launch = .graphical("/bin/true")
        expected.version = nil
        expected.fields = ["newest": "Ann", "size": 13, "new": 1]
        #expect(try registry.app(app.id)?.record == expected)
    }

    @Test("Registering recognizes an app whatever the case of its id, and keeps the id as it was first written")
    func ignoresCase() throws {
        var app = try group.app("Inbox")
        try group.registry.register(app)
        app.id = "ORG.EXAMPLE.INBOX"
        #expect(try !group.registry.register(app).changed)
        #expect(try group.registry.apps(including: .all).map(\.id.description) == ["org.example.Inbox"])
    }

    @Test("Registering a scheme of another app is refused, and the error names the owner")
    func refusesATakenScheme() throws {
        try group.registry.register(try group.app("rooms", schemes: ["rooms"]))
        let intruder = try group.app("inbox", schemes: ["inbox", "ROOMS"])
        let error = failure { try group.registry.register(intruder) }
        #expect(error?.code == .schemeTaken)
        for words in ["(org.example.rooms)", "“rooms”", "choose another", "launcher unregister org.example.rooms"] {
            #expect(error?.description.contains(words) == true, "\(words)")
        }
        #expect(try group.registry.app(intruder.id) == nil)
    }

    @Test(
        "Registering refuses a well-known scheme, an icon that is not an image and an empty launch, and writes nothing")
    func refusesWhatIsInvalid() throws {
        var broken = [AppDescription](repeating: try group.app("inbox"), count: 3)
        broken[0].schemes = ["mailto"]
        broken[1].icon = .png([1, 2, 3])
        broken[2].launch = .terminal("")
        for app in broken { #expect(failure { try group.registry.register(app) }?.code == .invalidValue) }
        #expect(!FileManager.default.fileExists(atPath: group.home))
    }

    @Test("A missing app yields its scheme to the next app, and is told when it is back")
    func yields() throws {
        let inbox = try group.app("inbox", schemes: ["mail2", "inbox"])
        let post = try group.app("post", schemes: ["mail2"])
        try group.registry.register(inbox)
        try group.uninstall("inbox")
        #expect(try group.registry.register(post).withheld.isEmpty)
        #expect(try group.registry.storage.read { try $0.owner(of: "mail2") } == post.id)
        #expect(try group.registry.app(inbox.id)?.record.schemes == ["inbox"])

        try group.makeProgram("inbox")
        let back = try group.registry.register(inbox)
        #expect(back.withheld == ["mail2": post.id])
        #expect(try group.registry.app(inbox.id)?.record.schemes == ["inbox"])
        #expect(try !group.registry.register(inbox).changed)

        // Once the new owner lets go of it, the scheme is the first one's again.
        try group.registry.register(try group.app("post"))
        #expect(try group.registry.app(inbox.id)?.record.schemes == ["mail2", "inbox"])
        let again = try group.registry.register(inbox)
        #expect(!again.changed && again.withheld.isEmpty)
    }

    @Test("An app can take over several schemes from one missing app")
    func yieldsSeveral() throws {
        try group.registry.register(try group.app("inbox", schemes: ["a", "b", "c"]))
        try group.uninstall("inbox")
        try group.registry.register(try group.app("post", schemes: ["c", "a"]))
        #expect(try group.registry.app("org.example.inbox")?.record.schemes == ["b"])
        #expect(try group.registry.app("org.example.post")?.record.schemes == ["c", "a"])
    }

    @Test("Registering does not change the launch and version of an installed package")
    func keepsPackages() throws {
        let digest = PackageDigest(stringLiteral: String(repeating: "0a", count: 32))
        let package = AppLaunch.package(
            .init(digest: digest, command: .init(executable: "bin/visa", interface: .terminal)))
        var visa = AppDescription(id: "org.example.visa", name: "Visa", launch: package, version: "2.0")
        try group.registry.register(visa)
        visa.name = "Visa Forms"
        visa.launch = .terminal("/usr/bin/visa")
        visa.version = "1.0"
        try group.registry.register(visa)
        let kept = try #require(try group.registry.app(visa.id)?.record)
        #expect(kept.name == "Visa Forms" && kept.launch == package && kept.version == "2.0")
        visa.launch = .package(
            .init(
                digest: PackageDigest(stringLiteral: String(repeating: "0b", count: 32)),
                command: .init(executable: "x", interface: .terminal)))
        visa.version = "2.1"
        try group.registry.register(visa)
        #expect(try group.registry.app(visa.id)?.record.launch == visa.launch)
        #expect(try group.registry.app(visa.id)?.version == "2.1")
    }

    @Test("Registering brings back an unregistered or missing app with badge and history")
    func bringsBack() throws {
        let clock = TestClock()
        let registry = group.registry(clock: clock)
        var app = try group.app("inbox")
        app.badge = 4
        try registry.register(app)
        app.badge = nil
        _ = try registry.recordOpening(of: app.id, isClaimed: true, patience: .zero)
        try registry.unregister(app.id)
        #expect(try registry.app(app.id)?.unregistered == clock.now)
        #expect(try registry.apps().isEmpty)
        #expect(try registry.register(app).changed)
        let back = try #require(try registry.app(app.id))
        #expect(back.isShown && back.unregistered == nil && back.badge == 4 && back.usage.count == 1)
    }

    @Test("Registering an app that is still missing keeps the date and writes nothing")
    func staysMissing() throws {
        let clock = TestClock()
        let registry = group.registry(clock: clock)
        let app = try group.app("inbox")
        try registry.register(app)
        try group.uninstall("inbox")
        try registry.noteAvailability(of: registry.apps(including: .all))
        let day = clock.now
        clock.advance(days: 3)
        let before = try group.trace()
        #expect(try !registry.register(app).changed)
        #expect(try group.trace() == before)
        #expect(try registry.app(app.id)?.missingSince == day)
        try group.makeProgram("inbox")
        #expect(try registry.register(app).changed)
        #expect(try registry.app(app.id)?.missingSince == nil)
    }

    @Test("A new icon deletes the old image, unless another app uses it")
    func dropsReplacedImages() throws {
        var inbox = try group.app("inbox")
        var rooms = try group.app("rooms")
        inbox.icon = .png(ExampleImage.png)
        rooms.icon = .png(ExampleImage.png)
        try group.registry.register(inbox)
        try group.registry.register(rooms)
        let png = try #require(try group.registry.app(inbox.id)?.icon?.fileName)
        let images = { try FileManager.default.contentsOfDirectory(atPath: "\(group.container)/icons") }
        inbox.icon = .svg(ExampleImage.svg)
        try group.registry.register(inbox)
        #expect(try images().count == 2 && images().contains(png))
        rooms.icon = nil
        try group.registry.register(rooms)
        #expect(try images() == [try #require(try group.registry.app(inbox.id)?.icon?.fileName)])
    }

    @Test("Registering an app of another group is refused, and the error names that group")
    func refusesAnAppOfAnotherGroup() throws {
        let app = try group.app("inbox")
        try group.registry(of: "org.example.others").register(app)
        let error = failure { try group.registry.register(app) }
        #expect(error?.code == .appTaken)
        #expect(
            error?.description.contains("org.example.others") == true && error?.description.contains("--move") == true)
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("An app that left its group may join another one, and comes back only after it has left that")
    func joinsAnotherAfterLeaving() throws {
        let (first, app) = (group.registry(of: "org.example.others"), try group.app("inbox"))
        try first.register(app)
        try first.unregister(app.id)
        #expect(try group.registry.register(app).isNew)
        for call in [{ try first.register(app) }, { try first.undoPrune([app.id]) }] as [() throws -> Void] {
            #expect(failure(call)?.code == .appTaken)
        }
        #expect(failure { _ = try first.undoPlan([app.id]) }?.code == .appTaken)
        #expect(try first.undoPrune().isEmpty && first.undoPlan().isEmpty)
        #expect(try first.prunePlan(graceDays: 0).deleted.map(\.app.id) == [app.id])
        #expect(group.registry.diagnose().allSatisfy { $0.check != .membership || $0.severity == .ok })
        try group.registry.unregister(app.id)
        #expect(try !first.register(app).isNew)
        #expect(failure { try group.registry.register(app) }?.code == .appTaken)
    }

    @Test("A member that left its group can join another one")
    func joinsAfterLeaving() throws {
        let app = try group.app("inbox")
        group.registry(of: "org.example.others").join(app).leave()
        let member = group.registry.join(app)
        member.setBadge(3)
        #expect(member.isJoined && member.badge() == 3)
    }

    @Test("Registering skips other groups that cannot be read")
    func passesOverDamagedGroups() throws {
        let other = group.container(of: "org.example.others")
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(repeating: 1, count: 9000).write(to: URL(fileURLWithPath: "\(other)/registry.sqlite"))
        #expect(try group.registry.register(try group.app("inbox")).isNew)
    }

    @Test("Registering makes a folder and files that only the user may read")
    func protectsItsFiles() throws {
        var app = try group.app("inbox")
        app.icon = .png(ExampleImage.png)
        try group.registry.register(app)
        let files = try FileManager.default.subpathsOfDirectory(atPath: group.home)
        #expect(files.count >= 7)
        for file in files + ["."] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(group.home)/\(file)")
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(file)")
        }
    }
}
