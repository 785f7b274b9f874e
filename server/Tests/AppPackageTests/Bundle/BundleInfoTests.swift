import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppPackage

@Suite("Information in bundles")
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

    @Test(
        "A bundle's information is read from its property list",
        arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
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
        // XML property lists have whole seconds.
        #expect(info.fields["since"].map { "\($0)" }?.hasPrefix("2023-11-14T22:13:2") == true, "\(since)")
    }

    @Test("The app's name is taken from the first of three places that has one")
    func name() throws {
        #expect(try bundle(["CFBundleDisplayName": "A", "CFBundleName": "B"]).info.name == "A")
        #expect(try bundle(["CFBundleDisplayName": "", "CFBundleName": "B"], name: "Two.app").info.name == "B")
        #expect(try bundle(["CFBundleName": nil], name: "Three.app").info.name == "Three")
    }

    @Test("The build serves as version if there is no other")
    func version() throws {
        #expect(try bundle(["CFBundleShortVersionString": nil]).info.version == "34")
        #expect(
            try bundle(["CFBundleShortVersionString": nil, "CFBundleVersion": nil], name: "B.app").info.version == nil)
    }

    @Test(
        "Empty values in the property list are ignored",
        arguments: [
            ["CFBundleShortVersionString": "", "MinimumOSVersion": "", "CFBundleDisplayName": " \u{3000}"],
            ["CFBundleShortVersionString": nil, "MinimumOSVersion": 15, "LSMinimumSystemVersion": [1]],
        ] as [[String: (any Sendable)?]])
    func empty(keys: [String: (any Sendable)?]) throws {
        let info = try bundle(keys.mapValues { $0 as Any? }).info
        #expect(info.version == "34" && info.minimumSystem == nil && info.name == "Rooms")
    }

    @Test("A value that is not a version is refused, even if it is empty")
    func emptyVersion() throws {
        let words = try refusal(["CFBundleShortVersionString": "", "CFBundleVersion": nil])
        #expect(words.contains("CFBundleShortVersionString"))
    }

    @Test("Schemes that no app of a group may have are left out")
    func schemes() throws {
        let types = [
            ["CFBundleURLSchemes": ["Rooms", "mailto", "no scheme", "rooms"]], ["CFBundleTypeRole": "Viewer"],
        ]
        let info = try bundle(["CFBundleURLTypes": types]).info
        #expect(info.schemes == ["rooms"] && info.refusedSchemes == ["mailto", "no scheme"])
    }

    @Test("An app is graphical, without arguments and in no group, unless its bundle says otherwise")
    func nothingOfOurs() throws {
        let info = try bundle(["AppGroup": nil]).info
        #expect(info.interface == .graphical && info.arguments.isEmpty && info.group == nil && info.fields.isEmpty)
    }

    @Test(
        "Icons are found under all keys that Apple has used for them",
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

    @Test("The reason for not using a named icon is given")
    func passedOver() throws {
        try folder.write("Rooms.app/A.png", [1, 2, 3])
        let icon = try bundle(["CFBundleIconFiles": ["A", "B"]]).icon
        #expect(icon.fileName == nil && icon.passedOver.count == 1)
        #expect(icon.passedOver.first?.hasPrefix("The icon “A.png” is not used") == true)
    }

    @Test(
        "A bundle with a wrong value is refused with a sentence that names the key",
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

    @Test("A bundle registers a package with the given digest, its executable and its arguments")
    func registration() throws {
        let digest = try PackageDigest(String(repeating: "a", count: 64))
        let app = try bundle().registration(digest: digest)
        #expect(app.id == "org.example.rooms" && app.schemes == ["rooms"] && app.version == "1.2")
        let command = AppLaunch.Command(
            executable: "Rooms.app/rooms", arguments: ["--url", "%u"], interface: .terminal)
        #expect(app.launch == .package(.init(digest: digest, command: command)))
        guard case .svg = app.icon else {
            Issue.record("An icon should have been drawn.")
            return
        }
    }
}
