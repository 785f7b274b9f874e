extension HostileArchive {
    /// Sound archives of an app with an invalid description of itself, or with an invalid property list.
    package static let bundles =
        HostilePropertyList.xml.map { listed($0, .xmlLists) }
        + HostilePropertyList.binary.map { listed($0, .binaryLists) } + apps

    /// Larger property lists are refused for their size, whatever they contain.
    private static func listed(_ list: HostilePropertyList, _ kind: Kind) -> HostileArchive {
        let isReadable = list.bytes.count <= 1 << 20
        return HostileArchive(
            kind, list.description, list.description, isReadable ? list.words : "at most 1048576",
            bytes: SoundArchive.package(propertyList: list.bytes).bytes())
    }

    private static func app(
        _ name: String, _ about: String, _ refusal: String, _ keys: [String: String?]
    ) -> HostileArchive {
        let list = SoundArchive.propertyList(keys)
        return HostileArchive(
            .bundles, name, about, refusal, bytes: SoundArchive.package(propertyList: list).bytes())
    }

    private static func ours(_ name: String, _ about: String, _ refusal: String, _ dictionary: String) -> HostileArchive
    {
        app(name, about, refusal, ["AppGroup": "<dict>\(dictionary)</dict>"])
    }

    private static func executable(_ name: String, _ about: String, _ refusal: String, _ value: String?)
        -> HostileArchive
    {
        app("executable-\(name)", about, refusal, ["CFBundleExecutable": value])
    }

    private static func script(
        _ name: String, _ about: String, _ refusal: String, _ text: String
    ) -> HostileArchive {
        HostileArchive(.bundles, "script-\(name)", about, refusal) {
            $0.entries.removeLast()
            $0.add("\(SoundArchive.app)/Rooms", text, mode: 0o100755)
        }
    }

    /// XML cannot express NUL.
    private static var argumentWithNUL: [UInt8] {
        var document = BinaryDocument([0xD3, 1, 2, 3, 4, 5, 6])
        let texts = ["CFBundleIdentifier", "CFBundleExecutable", "AppGroup", "org.example.rooms", "Rooms"]
        document.objects += texts.map(BinaryDocument.text)
        document.objects += [[0xD1, 7, 8], BinaryDocument.text("Arguments"), [0xA1, 9], BinaryDocument.text("a\0b")]
        return document.bytes
    }

    private static let apps = [
        HostileArchive(
            .bundles, "list-array", "a property list that is an array", "is not a dictionary",
            bytes: SoundArchive.package(propertyList: Array("<plist><array/></plist>".utf8)).bytes()),
        app("no-id", "no identifier", "has no CFBundleIdentifier", ["CFBundleIdentifier": nil]),
        app(
            "id-number", "a number as the identifier", "no string as CFBundleIdentifier",
            ["CFBundleIdentifier": "<integer>7</integer>"]),
        app(
            "id-word", "an identifier of one part", "for its CFBundleIdentifier",
            ["CFBundleIdentifier": "<string>rooms</string>"]),
        app(
            "id-path", "an identifier that is a path", "for its CFBundleIdentifier",
            ["CFBundleIdentifier": "<string>../../org.example</string>"]),
        app(
            "id-long", "an identifier of 10,000 bytes", "for its CFBundleIdentifier",
            ["CFBundleIdentifier": "<string>org.\(String(repeating: "a", count: 10_000))</string>"]),
        app(
            "name-bidi", "a name whose end is shown first", "for its CFBundleName",
            ["CFBundleName": "<string>Rooms\u{202E}gnp</string>"]),
        app(
            "name-invisible", "a name with a zero-width space", "for its CFBundleName",
            ["CFBundleName": "<string>Roo\u{200B}ms</string>"]),
        app(
            "name-filler", "a name with a Hangul filler", "for its CFBundleDisplayName",
            ["CFBundleDisplayName": "<string>Rooms\u{3164}</string>"]),
        app(
            "name-lines", "a name of two lines", "for its CFBundleDisplayName",
            ["CFBundleDisplayName": "<string>Rooms&#10;launcher: All is well.</string>"]),
        app(
            "name-c1", "a name with a control character beyond ASCII", "for its CFBundleDisplayName",
            ["CFBundleDisplayName": "<string>\u{9B}31mRooms</string>"]),
        app(
            "name-long", "a name of 100,000 characters", "for its CFBundleName",
            ["CFBundleName": "<string>\(String(repeating: "a", count: 100_000))</string>"]),
        app(
            "name-array", "an array as the name", "no string as CFBundleName",
            ["CFBundleName": "<array><string>Rooms</string></array>"]),
        app(
            "version-number", "a number as the version", "no string as CFBundleShortVersionString",
            ["CFBundleShortVersionString": "<real>1.5</real>"]),
        app(
            "build-lines", "a build number of two lines", "for its CFBundleVersion",
            ["CFBundleVersion": "<string>1&#10;2</string>"]),
        app(
            "system-lines", "an oldest supported system of two lines", "for its MinimumOSVersion",
            ["MinimumOSVersion": "<string>1&#10;2</string>"]),
        executable("missing", "no executable name", "has no CFBundleExecutable", nil),
        executable("elsewhere", "an executable that is not there", "has no file “Stairs”", "<string>Stairs</string>"),
        executable("case", "an executable whose name differs in case", "has no file “rooms”", "<string>rooms</string>"),
        executable(
            "path", "the path of a program as the executable", "as CFBundleExecutable", "<string>/bin/sh</string>"),
        executable(
            "parent", "an executable outside of the app", "as CFBundleExecutable", "<string>../../../bin/sh</string>"),
        executable("dots", "the parent folder as the executable", "as CFBundleExecutable", "<string>..</string>"),
        executable("empty", "an empty name as the executable", "as CFBundleExecutable", "<string></string>"),
        executable(
            "control", "an executable whose name colors the terminal", "has no file “U+009B31mRooms”",
            "<string>\u{9B}31mRooms</string>"),
        executable(
            "bidi", "an executable whose end is shown first", "has no file “RoomsU+202Egnp”",
            "<string>Rooms\u{202E}gnp</string>"),
        script(
            "windows", "a script with Windows' line endings", "a carriage return in its first line", "#!/bin/sh\r\n"),
        script(
            "old-mac", "a script with carriage returns alone", "a carriage return in its first line",
            "#!/bin/sh\rexit\r"),
        script(
            "argument", "a script whose interpreter's argument ends with a carriage return",
            "a carriage return in its first line", "#!/usr/bin/env sh\r\n"),
        script(
            "long", "a script whose first line is longer than Linux reads", "a first line of more than 255 bytes",
            "#!/bin/sh \(String(repeating: "a", count: 246))\n"),
        script(
            "endless", "a script of one line", "a first line of more than 255 bytes",
            "#!/bin/sh \(String(repeating: "a", count: 100_000))"),
        executable("boolean", "a boolean as the executable", "no string as CFBundleExecutable", "<true/>"),
        HostileArchive(.bundles, "executable-folder", "a folder as the executable", "has no file “bin”") {
            let list = SoundArchive.propertyList(["CFBundleExecutable": "<string>bin</string>"])
            $0 = SoundArchive.package(propertyList: list)
            $0.add("\(SoundArchive.app)/bin/")
        },
        HostileArchive(.bundles, "folder-name", "an app whose name has no visible character", "folder's name") {
            $0 = ZipWriter()
            $0.add("Payload/ .app/Info.plist".utf8, SoundArchive.propertyList())
            $0.add("Payload/ .app/Rooms", mode: 0o100755)
        },
        app(
            "schemes-string", "a string as URL types", "no array as CFBundleURLTypes",
            ["CFBundleURLTypes": "<string>rooms</string>"]),
        app(
            "icons-numbers", "numbers as icon names", "values other than strings in CFBundleIconFiles",
            ["CFBundleIconFiles": "<array><integer>1</integer></array>"]),
        app("ours-string", "a string as AppGroup", "no dictionary as AppGroup", ["AppGroup": "<string>x</string>"]),
        ours("group-word", "a group of one part", "for its Group", "<key>Group</key><string>x</string>"),
        ours("group-path", "a group that is a path", "for its Group", "<key>Group</key><string>../a.b</string>"),
        ours(
            "interface", "an unknown interface", "either terminal or graphical",
            "<key>Interface</key><string>\u{85}</string>"),
        ours(
            "arguments", "a number as an argument", "values other than strings in Arguments",
            "<key>Arguments</key><array><integer>1</integer></array>"),
        ours(
            "arguments-long", "arguments of 70,000 bytes", "can't be registered",
            "<key>Arguments</key><array><string>\(String(repeating: "a", count: 70_000))</string></array>"),
        ours(
            "field-long", "a field of 70,000 bytes", "can't be registered",
            "<key>Fields</key><dict><key>a</key><string>\(String(repeating: "a", count: 70_000))</string></dict>"),
        HostileArchive(
            .bundles, "arguments-nul", "an argument with a NUL", "can't be registered",
            bytes: SoundArchive.package(propertyList: argumentWithNUL).bytes()),
        ours(
            "field-key", "a field's name with a space", "for its AppGroup.Fields",
            "<key>Fields</key><dict><key>a b</key><true/></dict>"),
        ours(
            "field-value", "a field of an unknown kind", "AppGroup.Fields.a",
            "<key>Fields</key><dict><key>a</key><array/></dict>"),
    ]
}
