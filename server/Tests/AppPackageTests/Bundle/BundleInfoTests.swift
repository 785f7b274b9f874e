import AppGroup
import Foundation
import Testing

@testable import AppPackage

@Suite("What a bundle says of itself")
struct BundleInfoTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func bundle(_ information: [String: Any?] = [:], name: String = "Rooms.app") throws -> AppBundle {
        try AppBundle(FolderBundle(try SampleApp(name, in: folder, information: information).path))
    }

    func refusal(_ information: [String: Any?]) throws -> String {
        let error = try #require(throws: PackageError.self) { try bundle(information) }
        #expect(error.code == .refused)
        return error.description
    }

    @Test("is read from its property list", arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func isRead(format: PropertyListSerialization.PropertyListFormat) throws {
        let app = try SampleApp(
            in: folder,
            information: [
                "CFBundleDisplayName": "Räume 会議室", "MinimumOSVersion": "15.0",
                "AppGroup": [
                    "Group": "org.example.family", "Interface": "terminal", "Arguments": ["--url", "%u"],
                    "Fields": ["floor": 3, "city": "Wien", "since": Date(timeIntervalSince1970: 1_700_000_000.5)],
                ],
            ], format: format)
        let info = try AppBundle(FolderBundle(app.path)).info
        #expect(info.id == "org.example.rooms" && info.name == "Räume 会議室")
        #expect(info.version == "1.2" && info.build == "34" && info.minimumSystem == "15.0")
        #expect(info.schemes == ["rooms"] && info.executable == "rooms" && info.group == "org.example.family")
        #expect(info.interface == .terminal && info.arguments == ["--url", "%u"])
        let since = format == .xml ? 1_700_000_000_000 : 1_700_000_000_500 as Int64
        #expect(info.fields["floor"] == 3 && info.fields["city"] == "Wien")
        // XML has whole seconds.
        #expect(info.fields["since"].map { "\($0)" }?.hasPrefix("2023-11-14T22:13:2") == true, "\(since)")
    }

    @Test("has a name from the first of three places that has one")
    func name() throws {
        #expect(try bundle(["CFBundleDisplayName": "A", "CFBundleName": "B"]).info.name == "A")
        #expect(try bundle(["CFBundleDisplayName": "", "CFBundleName": "B"], name: "Two.app").info.name == "B")
        #expect(try bundle(["CFBundleName": nil], name: "Three.app").info.name == "Three")
    }

    @Test("has its build as version where it has no other")
    func version() throws {
        #expect(try bundle(["CFBundleShortVersionString": nil]).info.version == "34")
        #expect(
            try bundle(["CFBundleShortVersionString": nil, "CFBundleVersion": nil], name: "B.app").info.version == nil)
    }

    @Test(
        "goes on without what says nothing",
        arguments: [
            ["CFBundleShortVersionString": "", "MinimumOSVersion": "", "CFBundleDisplayName": " \u{3000}"],
            ["CFBundleShortVersionString": nil, "MinimumOSVersion": 15, "LSMinimumSystemVersion": [1]],
        ] as [[String: (any Sendable)?]])
    func empty(keys: [String: (any Sendable)?]) throws {
        let info = try bundle(keys.mapValues { $0 as Any? }).info
        #expect(info.version == "34" && info.minimumSystem == nil && info.name == "Rooms")
    }

    @Test("has a version, even an empty one, only where it is one")
    func emptyVersion() throws {
        let words = try refusal(["CFBundleShortVersionString": "", "CFBundleVersion": nil])
        #expect(words.contains("CFBundleShortVersionString"))
    }

    @Test("leaves out schemes that no app of a family may have")
    func schemes() throws {
        let types = [
            ["CFBundleURLSchemes": ["Rooms", "mailto", "no scheme", "rooms"]], ["CFBundleTypeRole": "Viewer"],
        ]
        let info = try bundle(["CFBundleURLTypes": types]).info
        #expect(info.schemes == ["rooms"] && info.refusedSchemes == ["mailto", "no scheme"])
    }

    @Test("is graphical, without arguments and in no group, unless it says otherwise")
    func nothingOfOurs() throws {
        let info = try bundle(["AppGroup": nil]).info
        #expect(info.interface == .graphical && info.arguments.isEmpty && info.group == nil && info.fields.isEmpty)
    }

    @Test(
        "names icons in all the places where Apple has had them",
        arguments: [
            (["CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["A", "B"]]]], ["A", "B"]),
            (["CFBundleIcons~ipad": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["A"]]]], ["A"]),
            (["CFBundleIcons": ["CFBundlePrimaryIcon": "AppIcon"]], []), (["CFBundleIconFiles": ["A"]], ["A"]),
            (["CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": "A"]]], ["A"]),
            (["CFBundleIconFiles": "A"], ["A"]),
            (["CFBundleIconFile": "A"], ["A"]),
        ] as [([String: any Sendable], [String])])
    func icons(keys: [String: any Sendable], names: [String]) throws {
        #expect(try bundle(keys).info.iconNames == names)
    }

    @Test("says why an icon that it names is not used")
    func passedOver() throws {
        try folder.write("Rooms.app/A.png", [1, 2, 3])
        let icon = try bundle(["CFBundleIconFiles": ["A", "B"]]).icon
        #expect(icon.fileName == nil && icon.passedOver.count == 1)
        #expect(icon.passedOver.first?.hasPrefix("The icon “A.png” is not used") == true)
    }

    @Test(
        "is refused, naming the key",
        arguments: [
            (["CFBundleIdentifier": nil], "CFBundleIdentifier"),
            (["CFBundleIdentifier": "rooms"], "CFBundleIdentifier"),
            (["CFBundleIdentifier": 7], "CFBundleIdentifier"), (["CFBundleExecutable": nil], "CFBundleExecutable"),
            (["CFBundleExecutable": "../sh"], "CFBundleExecutable"), (["CFBundleExecutable": "none"], "“none”"),
            (["CFBundleName": "a\u{202E}b"], "CFBundleName"),
            (["CFBundleShortVersionString": 1.5], "CFBundleShortVersionString"),
            (["CFBundleURLTypes": "rooms"], "CFBundleURLTypes"), (["AppGroup": "x"], "AppGroup"),
            (["AppGroup": ["Interface": "browser"]], "terminal or graphical"),
            (["AppGroup": ["Arguments": ["a", 1] as [any Sendable]]], "Arguments"),
            (["AppGroup": ["Group": "x"]], "Group"), (["AppGroup": ["Fields": ["a b": 1]]], "Fields"),
            (["AppGroup": ["Fields": ["a": true]]], "Fields.a"),
        ] as [([String: (any Sendable)?], String)])
    func refusals(keys: [String: (any Sendable)?], word: String) throws {
        let sentence = try refusal(keys)
        #expect(sentence.contains(word), "\(sentence)")
        #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test("registers a package of that digest, which starts its executable with its arguments")
    func registration() throws {
        let digest = String(repeating: "a", count: 64)
        let app = try bundle().registration(digest: digest)
        #expect(app.id == "org.example.rooms" && app.schemes == ["rooms"] && app.version == "1.2")
        let command = Launch.Command(executable: "Rooms.app/rooms", arguments: ["--url", "%u"], interface: .terminal)
        #expect(app.launch == .package(.init(digest: digest, command: command)))
        guard case .svg = app.icon else {
            Issue.record("An icon should have been drawn.")
            return
        }
    }
}
