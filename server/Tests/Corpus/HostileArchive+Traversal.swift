extension HostileArchive {
    private static func named(_ name: String, _ about: String, _ refusal: String, path: String) -> HostileArchive {
        HostileArchive(.traversal, name, about, refusal) { $0.add(path, path.hasSuffix("/") ? "" : "evil") }
    }

    /// Paths that lead out of the folder to unpack into.
    static let traversal = [
        named("parent", "a path that begins with ..", "leads out of the package with “..”", path: "../evil"),
        named(
            "parent-inside", "more .. in the middle of a path than folders before them", "leads out of the package",
            path: "Payload/Rooms.app/../../../evil"),
        named("parent-last", "a path that ends with ..", "leads out of the package", path: "Payload/.."),
        named("parent-folder", "a folder named ..", "leads out of the package", path: "Payload/Rooms.app/../"),
        named(
            "parent-of-leftovers", ".. in the folder that macOS adds", "leads out of the package with “..”",
            path: "__MACOSX/../Payload/Rooms.app/Rooms"),
        named("absolute", "an absolute path", "absolute path", path: "/etc/cron.d/evil"),
        named("network", "the path of a network share", "absolute path", path: "//server/share/evil"),
        named("backslash", "a path with Windows' separators", "backslash", path: "Payload\\..\\..\\evil"),
        named("drive", "a path on a drive", "names a drive", path: "C:/evil"),
        named("drive-relative", "a path on a drive, without a slash", "names a drive", path: "c:evil"),
        named("current", "a path with a part named .", "has a part “.”", path: "Payload/./evil"),
        named("empty-part", "two slashes in a row", "empty part", path: "Payload//evil"),
        named("empty-last", "two slashes at the end", "empty part", path: "Payload/evil//"),
        HostileArchive(.traversal, "below-file", "an entry below a file", "which is not a folder") {
            $0.add("Payload/Rooms.app/Rooms/evil", "evil")
        },
        HostileArchive(
            .traversal, "below-link", "a link out of the package, then a file below it", "which is not a folder"
        ) {
            $0.link("Payload/Rooms.app/out", to: "/tmp")
            $0.add("Payload/Rooms.app/out/evil", "evil")
        },
        HostileArchive(
            .traversal, "above-link", "a file, then a link in place of its folder", "other entries lie below it"
        ) {
            $0.add("Payload/Rooms.app/out/evil", "evil")
            $0.link("Payload/Rooms.app/out", to: "/tmp")
        },
        HostileArchive(.traversal, "link-over-file", "a link, then a file of the same name", "is there twice") {
            $0.link("Payload/Rooms.app/out", to: "/tmp/evil")
            $0.add("Payload/Rooms.app/out", "evil")
        },
    ]
}
