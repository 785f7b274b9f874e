@testable import AppGroup
import TestSupport
import Testing

@Suite("Icons", .ownGroup)
struct IconTests {
    static let digest = String(repeating: "0123456789abcdef", count: 4)

    @Test(
        "An icon is written as text and read back",
        arguments: [
            (.named("mail-unread"), "name:mail-unread"), (.named("a:b"), "name:a:b"),
            (.image(format: .png, digest: digest), "png:\(digest)"),
            (.image(format: .svg, digest: digest), "svg:\(digest)"),
        ] as [(AppIcon, String)])
    func isWritten(icon: AppIcon, text: String) {
        #expect(icon.rawValue == text)
        #expect(AppIcon(rawValue: text) == icon)
    }

    @Test(
        "A text that is neither a name nor the digest of an image is no icon",
        arguments: [
            "", "png", "png:", "png:\(digest)0", "gif:\(digest)", "png:\(digest.dropLast())g", "png:../../x",
            "png:\(digest.uppercased())",
        ])
    func isNotRead(text: String) {
        #expect(AppIcon(rawValue: text) == nil)
    }

    @Test("An image has a file with its own name, and a themed icon has none")
    func hasAFile() {
        #expect(AppIcon.image(format: .svg, digest: Self.digest).fileName == "\(Self.digest).svg")
        #expect(AppIcon.named("mail").fileName == nil)
    }

    @Test("An icon is named by the content of its image, wherever it comes from")
    func isNamedByContent() throws {
        let file = try TestGroup.current.makeFile("icon", ExampleImage.png)
        let (given, read) = (try PreparedIcon(.png(ExampleImage.png)), try PreparedIcon(.file(file)))
        #expect(given.icon == read.icon)
        #expect(read.bytes == ExampleImage.png)
        #expect(given.icon == .image(format: .png, digest: SHA256.hexadecimal(of: ExampleImage.png)))
        #expect(
            try PreparedIcon(.file(TestGroup.current.makeFile("icon.png", ExampleImage.svg))).icon?.fileName?.hasSuffix(
                ".svg") == true)
        #expect(try PreparedIcon(.named("mail")).bytes == nil)
        #expect(try PreparedIcon(nil).icon == nil)
    }

    @Test(
        "A file that is not an image is refused as an icon, and the error names it",
        arguments: [
            ("absent", nil, "No such file"), ("noise", 3, "as a PNG or SVG"), ("empty", 0, "as a PNG or SVG"),
            ("cut", 68, "as a PNG image"), ("large", AppIcon.maximumSize + 1, "larger than 1 MiB"),
        ] as [(String, Int?, String)])
    func isRefused(name: String, length: Int?, reason: String) throws {
        // Deep enough that a shortened path would not get to the name.
        let folder = String(repeating: "deep", count: 30)
        let path = "\(try TestGroup.current.makeFolder(folder))/\(name)"
        if let length {
            let padding = [UInt8](repeating: 0, count: AppIcon.maximumSize)
            try TestGroup.current.makeFile("\(folder)/\(name)", Array((ExampleImage.png + padding).prefix(length)))
        }
        let error = #expect(throws: AppGroupError.self) { try PreparedIcon(.file(path)) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(reason) == true)
        #expect(error?.description.contains(name) == true)
    }

    @Test("A folder or a pipe without a writer is refused as an icon at once", arguments: ["folder", "pipe"])
    func refusesWhatIsNoFile(name: String) async throws {
        let path = "\(TestGroup.current.folder)/\(name)"
        _ = try await RunningProcess.run("/usr/bin/env", [name == "pipe" ? "mkfifo" : "mkdir", path])
        #expect(throws: AppGroupError.self) { try PreparedIcon(.file(path)) }
    }

    @Test("An icon given as bytes is refused if it is the other kind of image")
    func refusesTheWrongKind() {
        #expect(throws: AppGroupError.self) { try PreparedIcon(.png(ExampleImage.svg)) }
        #expect(throws: AppGroupError.self) { try PreparedIcon(.svg(ExampleImage.png)) }
    }
}
