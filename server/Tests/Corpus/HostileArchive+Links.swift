extension HostileArchive {
    private static let app = SoundArchive.app

    private static func link(
        _ name: String, _ about: String, _ refusal: String, to target: String, at path: String = "\(app)/link"
    ) -> HostileArchive {
        HostileArchive(.links, name, about, refusal) { $0.link(path, to: target) }
    }

    /// Symbolic links that lead out of the app, nowhere, or in circles.
    static let links = [
        link("absolute-target", "a link to an absolute path", "absolute path", to: "/etc/passwd"),
        link("out-of-app", "a link out of the app, but not out of the archive", "leads out of the app", to: "../.."),
        link("out-of-archive", "a link out of the archive", "leads out of the app", to: "../../../etc/passwd"),
        link(
            "out-of-root", "a link out of the archive, from outside of the app", "leads out of the app",
            to: "../../evil",
            at: "Payload/link"),
        link(
            "out-and-back", "a link that leaves the app and comes back", "leads out",
            to: "../../Payload/Rooms.app/Rooms"),
        link("dangling", "a link to nothing", "which is not there", to: "missing"),
        HostileArchive(.links, "ignored-target", "a link to a file that is not unpacked", "which is not there") {
            $0.add("\(app)/d/")
            $0.add("\(app)/d/.DS_Store")
            $0.link("\(app)/link", to: "d/.DS_Store")
        },
        HostileArchive(
            .links, "ignored-folder", "a link to a folder with only files that are not unpacked", "which is not there"
        ) {
            $0.add("\(app)/d/.DS_Store")
            $0.link("\(app)/link", to: "d")
        },
        link("other-case", "a link whose target exists only in a different case", "which is not there", to: "rooms"),
        link("through-file", "a link through a file", "which is not there", to: "Rooms/../Info.plist"),
        link("below-file-target", "a link to something below a file", "which is not there", to: "Rooms/x"),
        link("itself", "a link to itself", "in a circle", to: "link"),
        link("control-target", "a link whose target has a line feed", "control character", to: "Roo\nms"),
        link("nul-target", "a link whose target has a NUL", "control character", to: "Rooms\0/../../.."),
        link("backslash-target", "a link with Windows' separators", "backslash", to: "..\\..\\evil"),
        link("hidden-target", "a link whose target has a zero-width character", "invisible", to: "Rooms\u{200B}"),
        link("empty-target", "a link to an empty path", "not a path", to: ""),
        link(
            "long-target", "a link with a target of 2,000 bytes", "at most 1024",
            to: String(repeating: "a/", count: 1000)),
        link(
            "deep-target", "a link with a target of 40 parts", "more than 32 parts",
            to: String(repeating: "./", count: 40)),
        HostileArchive(.links, "bytes-target", "a link whose target is not UTF-8", "not a path") {
            $0.add("\(app)/link".utf8, [0xFF, 0xFE], mode: 0o120777)
        },
        HostileArchive(.links, "two-in-a-circle", "two links to each other", "in a circle") {
            $0.link("\(app)/a", to: "b")
            $0.link("\(app)/b", to: "a")
        },
        HostileArchive(.links, "chain", "41 links in a row", "too many others") { zip in
            for number in 1...41 { zip.link("\(app)/\(number)", to: number == 41 ? "Rooms" : "\(number + 1)") }
        },
        HostileArchive(.links, "doubling", "links that each lead twice through another", "too many others") { zip in
            zip.link("\(app)/0", to: ".")
            for number in 1...30 { zip.link("\(app)/\(number)", to: "\(number - 1)/\(number - 1)") }
        },
        HostileArchive(
            .links, "out-through-link", "a link that leads out through a harmless one", "leads out of the app"
        ) {
            $0.link("\(app)/here", to: ".")
            $0.link("\(app)/out", to: "here/../../..")
        },
        HostileArchive(.links, "from-windows", "a link that was made on a system without links", "not made on a Unix") {
            $0.link("\(app)/link", to: "Rooms") { $0.central?.madeBy = 20 }
        },
        HostileArchive(.links, "long-after-all", "a link with a longer target than it says", "lies about its size") {
            $0.link("\(app)/link", to: "Rooms") {
                let content = Deflate.compressed(Array(repeating: 0x61, count: 5000))
                $0.content = content
                $0.both { ($0.method, $0.compressedSize) = (8, content.count) }
            }
        },
    ]
}
