@testable import AppGroup
import TestSupport
import Testing

@Suite("An icon", .ownGroup)
struct IconTests {
    static let digest = String(repeating: "0123456789abcdef", count: 4)

    @Test(
        "is written in the store and read back",
        arguments: [
            (.named("mail-unread"), "name:mail-unread"), (.named("a:b"), "name:a:b"),
            (.image(format: .png, digest: digest), "png:\(digest)"),
            (.image(format: .svg, digest: digest), "svg:\(digest)"),
        ] as [(Icon, String)])
    func isWritten(icon: Icon, text: String) {
        #expect(icon.rawValue == text)
        #expect(Icon(rawValue: text) == icon)
    }

    @Test(
        "is not read from anything else",
        arguments: ["", "png", "png:", "png:\(digest)0", "gif:\(digest)", "png:\(digest.dropLast())g", "png:../../x"])
    func isNotRead(text: String) {
        #expect(Icon(rawValue: text) == nil)
    }

    @Test("that is an image has a file of its own name, a themed one has none")
    func hasAFile() {
        #expect(Icon.image(format: .svg, digest: Self.digest).fileName == "\(Self.digest).svg")
        #expect(Icon.named("mail").fileName == nil)
    }

    @Test("is named by the content of its image, wherever it came from")
    func isNamedByContent() throws {
        let file = try TestGroup.current.makeFile("icon", ExampleImage.png)
        let (given, read) = (try PreparedIcon(.png(ExampleImage.png)), try PreparedIcon(.file(file)))
        #expect(given?.icon == read?.icon)
        #expect(read?.bytes == ExampleImage.png)
        #expect(given?.icon == .image(format: .png, digest: SHA256.hexadecimal(of: ExampleImage.png)))
        #expect(
            try PreparedIcon(.file(TestGroup.current.makeFile("icon.png", ExampleImage.svg)))?.icon.fileName?.hasSuffix(
                ".svg") == true)
        #expect(try PreparedIcon(.named("mail"))?.bytes == nil)
        #expect(try PreparedIcon(nil)?.icon == nil)
    }

    @Test(
        "that is no image is refused, and the sentence names the file",
        arguments: [
            ("absent", nil, "No such file"), ("noise", 3, "no PNG or SVG"), ("empty", 0, "no PNG or SVG"),
            ("cut", 68, "no PNG"), ("large", Icon.maximumSize + 1, "larger than 1 MiB"),
        ] as [(String, Int?, String)])
    func isRefused(name: String, length: Int?, reason: String) throws {
        // Deep enough that a shortened path would not get to the name.
        let folder = String(repeating: "deep", count: 30)
        let path = "\(try TestGroup.current.makeFolder(folder))/\(name)"
        if let length {
            let padding = [UInt8](repeating: 0, count: Icon.maximumSize)
            try TestGroup.current.makeFile("\(folder)/\(name)", Array((ExampleImage.png + padding).prefix(length)))
        }
        let error = #expect(throws: AppGroupError.self) { try PreparedIcon(.file(path)) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(reason) == true)
        #expect(error?.description.contains(name) == true)
    }

    @Test("that is a folder or a pipe without a writer is refused at once", arguments: ["folder", "pipe"])
    func refusesWhatIsNoFile(name: String) async throws {
        let path = "\(TestGroup.current.folder)/\(name)"
        _ = try await RunningProcess.run("/usr/bin/env", [name == "pipe" ? "mkfifo" : "mkdir", path])
        #expect(throws: AppGroupError.self) { try PreparedIcon(.file(path)) }
    }

    @Test("given as bytes is refused where it is the other kind of image")
    func refusesTheWrongKind() {
        #expect(throws: AppGroupError.self) { try PreparedIcon(.png(ExampleImage.svg)) }
        #expect(throws: AppGroupError.self) { try PreparedIcon(.svg(ExampleImage.png)) }
    }
}
