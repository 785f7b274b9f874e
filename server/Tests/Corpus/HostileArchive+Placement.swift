extension HostileArchive {
    private static func placed(
        _ name: String, _ about: String, _ refusal: String, _ paths: String...
    ) -> HostileArchive {
        HostileArchive(
            .placement, name, about, refusal,
            bytes: ZipWriter().changed { zip in
                for path in paths { zip.add(path) }
            }.bytes())
    }

    /// Sound archives without an app, with a misplaced app, or with several apps.
    static let placement = [
        placed(
            "extra-folder", "a folder above Payload", "has the folder “Rooms” above",
            "Rooms/Payload/Rooms.app/Info.plist"),
        placed("at-the-top", "the app at the top", "has “Rooms.app” at the top", "Rooms.app/Info.plist"),
        placed("lowercase", "Payload in lower case", "must be spelled Payload", "payload/Rooms.app/Info.plist"),
        placed("none", "a folder that is not an app", "has no app in Payload", "Payload/Rooms/Info.plist"),
        placed("no-payload", "an archive of something else", "has no folder Payload", "README.md"),
        placed("nameless", "an app without a name", "has no app in Payload", "Payload/.app/Info.plist"),
        placed("file", "an app that is a file", "has no app in Payload", "Payload/Rooms.app"),
        placed("several", "two apps", "several apps", "Payload/A.app/Info.plist", "Payload/B.app/Info.plist"),
        placed(
            "several-hidden", "two apps, one without a property list", "several apps", "Payload/A.app/Info.plist",
            "Payload/B.app/x"),
        placed("no-list", "an app without a property list", "has no Info.plist", "Payload/Rooms.app/Rooms"),
        placed(
            "macos-list", "a macOS bundle", "has Contents/Info.plist, as", "Payload/Rooms.app/Contents/Info.plist"),
        placed(
            "list-case", "a property list in lower case", "must be spelled Info.plist", "Payload/Rooms.app/info.plist"),
        placed(
            "nested-list", "only a nested app's property list", "has no Info.plist",
            "Payload/Rooms.app/Watch/Watch.app/Info.plist"),
        placed("list-folder", "a folder in place of Info.plist", "must be a file", "Payload/Rooms.app/Info.plist/"),
        HostileArchive(
            .placement, "list-link", "a link in place of Info.plist", "must be a file",
            bytes: ZipWriter().changed {
                $0.add("Payload/Rooms.app/real.plist")
                $0.link("Payload/Rooms.app/Info.plist", to: "real.plist")
            }.bytes()),
        placed(
            "only-macos", "only files that macOS adds", "has no folder Payload",
            "__MACOSX/Payload/Rooms.app/Info.plist"),
    ]
}
