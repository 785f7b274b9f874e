@testable import AppPackage
import AppGroup
import Foundation
import Testing

@Suite("The choice of a package's icon")
struct PackageIconTests {
    private func choose(_ names: [String], _ files: [String: [UInt8]]) throws(PackageError) -> PackageIcon {
        try PackageIcon.choose(names: names, files: Set(files.keys)) { file, limit throws(PackageError) in
            guard let bytes = files[file] else { throw PackageError(.notFound, "\(file) was not in the list.") }
            return Array(bytes.prefix(limit))
        }
    }

    @Test(
        "An icon is found under every form of its name, and under no other name",
        arguments: [
            (["Icon.png"], ["Icon.png"]), (["Icon"], ["Icon"]), (["Icon"], ["Icon.png", "Icon@2x.png"]),
            (["Icon.png"], ["Icon@3x.png", "Icon~iphone.png", "Icon@2x~ipad.png"]), (["AppIcon"], ["AppIcon.icns"]),
            (["art/Icon"], ["art/Icon@2x.png"]), (["B", "A"], ["B.png", "A.png"]), (["A", "A.png"], ["A.png"]),
        ])
    func finds(names: [String], files: [String]) {
        let others = ["Icon.jpg", "icon.png", "Other.png", "Icon@4x.png", "Icon-60.png", "../Icon.png", "Info.plist"]
        #expect(PackageIcon.files(named: names, among: Set(files + others)) == files)
    }

    @Test(
        "An icon name that leads nowhere finds nothing",
        arguments: ["", ".", "/", "..", String(repeating: "a", count: 256)])
    func findsNothing(name: String) {
        #expect(PackageIcon.files(named: [name], among: ["Icon.png"]) == [])
    }

    @Test("The largest usable icon is chosen, with reasons for rejecting larger ones")
    func takesLargest() throws {
        let images = try PNGWorkshop.make([
            "plain(2, 2)", "crushed(5, 4)", "plain(9, 9)[:-1]", "crushed(620, 620, 3, data=noise(620))",
        ])
        let files = Dictionary(uniqueKeysWithValues: zip(["a.png", "a@2x.png", "a@3x.png", "b.png"], images))
        let icon = try choose(["a", "b", "missing"], files)
        #expect(icon.file == "a@2x.png")
        guard case .png(let image) = icon.image else {
            Issue.record("no PNG image")
            return
        }
        #expect(try PNGFile(image[...], named: "x").header.width == 5)
        #expect(try !PNGFile(image[...], named: "x").isCrushed)
        #expect(icon.passedOver.map(\.description).count { $0.contains("“b.png”") && $0.contains("1024 KiB") } == 1)
        #expect(icon.passedOver.map(\.description).count { $0.contains("“a@3x.png”") } == 1)
    }

    @Test("The largest image of an icon file is chosen")
    func takesLargestOfIconFile() throws {
        let images = try PNGWorkshop.make(["plain(3, 3)", "plain(8, 8)", "plain(4, 4)"])
        let family = IconFamilyTests.family(Array(zip(["ic07", "ic08", "ic09"], images)))
        let icon = try choose(["AppIcon"], ["AppIcon.icns": family])
        #expect(icon.image == .png(images[1]))
    }

    @Test("An SVG image is preferred to all others")
    func takesVector() throws {
        let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        let files = ["icon.svg": svg, "icon.png": try PNGWorkshop.make("plain(9, 9)")]
        #expect(try choose(["icon.png", "icon.svg"], files).image == .svg(svg))
        #expect(try choose(["icon"], files).file == "icon.png")
    }

    @Test(
        "An SVG image that may be a bomb or is not SVG is not chosen",
        arguments: [
            ("<!DOCTYPE svg [<!ENTITY a 'x'>]><svg>&a;</svg>", "document type"), ("<html/>", "root element"),
            ("<?xml version='1.0'?><!-- <svg/> --><svgs/>", "root element"), ("<!-- ", "does not end"),
            ("<svg>\0</svg>", "UTF-8"), ("", "root element"), ("<svg", "root element"),
            ("<svg>" + String(repeating: " ", count: 1 << 20), "1 MiB"),
        ])
    func refusesVector(text: String, reason: String) throws {
        let icon = try choose(["icon.svg"], ["icon.svg": Array(text.utf8)])
        #expect(icon.image == nil && icon.file == nil)
        #expect(icon.passedOver.first?.description.contains(reason) == true)
    }

    @Test("An icon file larger than 4 MiB is not chosen")
    func refusesLarge() throws {
        let image = try PNGWorkshop.make("plain(1, 1, extra=chunk(b'tEXt', bytes(4 << 20)))")
        let icon = try choose(["icon"], ["icon.png": image])
        #expect(icon.passedOver.map(\.description).first?.contains("larger than 4 MiB") == true)
    }

    @Test("No icon is chosen if none is named or usable")
    func isNone() throws {
        #expect(try choose([], ["Icon.png": PNGWorkshop.make("plain(9, 9)")]).image == nil)
        let icon = try choose(["Icon"], ["Icon.png": Array("version https://git-lfs.github.com/spec/v1".utf8)])
        #expect(icon.image == nil && icon.passedOver.count == 1)
    }

    @Test("Only a few icon files are examined and unpacked, however many are named")
    func isBounded() throws {
        let damaged = try PNGWorkshop.make("plain(9, 9)[:-1]")
        var reads = 0
        let names = (0..<5000).map { "icon\($0).png" }
        let icon = try PackageIcon.choose(names: names, files: Set(names)) { _, limit throws(PackageError) in
            reads += 1
            return Array(damaged.prefix(limit))
        }
        #expect(icon.image == nil)
        #expect(reads == 32 + 3)
    }

    @Test("A read error ends the choice of an icon")
    func passesOnFailures() {
        let failure = PackageError(.inputOutput, "The disk is broken.")
        #expect(throws: failure) {
            try PackageIcon.choose(names: ["a"], files: ["a"]) { _, _ throws(PackageError) in throw failure }
        }
    }
}
