/// An icon that must not be used, in an otherwise sound app: the app is installed, and an icon is drawn for it.
package struct HostileIcon: CustomStringConvertible, Sendable {
    /// Its file in the app.
    package let file: String
    /// One line about what is wrong with it.
    package let about: String
    /// Part of the sentence that says why it is skipped.
    package let reason: String
    /// Its bytes.
    package let bytes: [UInt8]

    package var description: String { about }

    /// A package with it.
    package var archive: [UInt8] {
        let list = SoundArchive.propertyList(["CFBundleIconFile": "<string>\(file)</string>"])
        return SoundArchive.package(propertyList: list).changed {
            $0.add("\(SoundArchive.app)/\(file)".utf8, bytes)
        }.bytes()
    }

    private static func png(_ about: String, _ reason: String, _ bytes: [UInt8]) -> HostileIcon {
        HostileIcon(file: "Icon.png", about: about, reason: reason, bytes: bytes)
    }

    private static func family(_ about: String, _ reason: String, _ bytes: [UInt8]) -> HostileIcon {
        HostileIcon(file: "Icon.icns", about: about, reason: reason, bytes: Array("icns".utf8) + bytes)
    }

    private static func svg(_ about: String, _ reason: String, _ text: String) -> HostileIcon {
        HostileIcon(file: "Icon.svg", about: about, reason: reason, bytes: Array(text.utf8))
    }

    package static let all = [
        png("a PNG image of 60,000 by 60,000 pixels", "60000 by 60000", ImageWriter.png(60_000, 60_000, rows: [])),
        png("a PNG image of 4 billion columns", "4294967295 by 1", ImageWriter.png(0xFFFF_FFFF, 1, rows: [])),
        png("a PNG image without any pixels", "0 by 1", ImageWriter.png(0, 1, rows: [])),
        png(
            "one pixel that unpacks to 10 MB", "more than its header says",
            ImageWriter.png(1, 1, rows: zeros(10_000_000))),
        png("2,048 by 2,048 pixels, of which one is there", "fewer", ImageWriter.png(2048, 2048, rows: zeros(4))),
        png("a PNG image that is cut off", "before its end chunk", sound.dropLast(12)),
        png("the first half of a PNG image", "middle of a chunk", Array(sound.prefix(sound.count / 2))),
        png("a PNG image with a wrong checksum", "checksum", sound.dropLast() + [0]),
        png("a PNG image with a program after its end", "follows its end", sound + Array("#!/bin/sh".utf8)),
        png(
            "a PNG image with pixels that are not deflated", "damaged",
            ImageWriter.file(ImageWriter.header(1, 1) + ImageWriter.chunk("IDAT", [1, 2, 3]))),
        png("a PNG image with an unknown filter", "filter 9", ImageWriter.png(1, 1, rows: [9, 0, 0, 0])),
        png(
            "a chunk that claims to have 2 GiB", "middle of a chunk",
            ImageWriter.signature + [0x80, 0, 0, 0] + Array("IHDR".utf8)),
        png(
            "a PNG image of more than 4 MiB", "larger than 4 MiB",
            ImageWriter.file(ImageWriter.header(1, 1) + ImageWriter.chunk("tEXt", zeros(4 << 20)))),
        png("a Git LFS pointer", "not a PNG image", Array("version https://git-lfs.github.com/spec/v1\n".utf8)),
        png("an empty file", "not a PNG image", []),
        family("an icon file of a different length than it says", "its length is not", [0x7F, 0xFF, 0xFF, 0xFF]),
        family(
            "an icon file with a member of length 0", "middle of a member",
            [0, 0, 0, 16] + Array("ic07".utf8) + [0, 0, 0, 0]),
        family(
            "an icon file with a member of 4 GiB", "middle of a member",
            [0, 0, 0, 16] + Array("ic07".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]),
        svg(
            "an SVG image with entities", "document type",
            "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>"),
        svg("an SVG image that is a web page", "root element", "<html/>"),
        svg("an SVG image with an endless comment", "does not end", "<!-- <svg/>"),
        svg(
            "an SVG image of more than 1 MiB", "larger than 1 MiB",
            "<svg>\(String(repeating: " ", count: 1 << 20))</svg>"),
    ]

    private static let sound = ImageWriter.png(1, 1, rows: zeros(4))

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
