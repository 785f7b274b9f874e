import AppGroup
import Foundation
import PackageCorpus

@testable import AppPackage

/// The parts of `docs/packages.md` and `docs/refused-packages.md` that follow from the code and the corpus.
enum PackageDocument {
    /// The page that contains a part.
    static func file(of part: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/\(part == "limits" ? "packages" : "refused-packages").md")
            .standardizedFileURL
    }

    /// The generated parts. Each begins with its mark and ends with ``end``.
    static let parts = ["limits": limits, "refused": refused]

    static func mark(_ name: String) -> String {
        "<!-- \(name): RECORD_TABLE=1 swift test --filter PackageDocumentTests -->\n"
    }

    static let end = "<!-- end -->"

    // MARK: - Limits

    private static var limits: String {
        let (archive, list) = (ArchiveLimits.standard, PropertyListLimits.standard)
        return table(
            "what", "at most",
            [
                (
                    "entries: files and folders, including folders that appear only as part of a path",
                    number(archive.entries)
                ),
                ("the archive's directory", bytes(archive.directorySize)),
                ("the whole archive, unpacked", bytes(archive.totalSize)),
                ("an entry, unpacked", bytes(archive.entrySize)),
                (
                    "an entry, and the whole archive, if more than \(bytes(archive.ratioFreeSize)) when unpacked",
                    "\(archive.ratio) times its packed size"
                ),
                ("an entry's path", "\(bytes(archive.pathLength)), \(archive.depth) parts"),
                ("one part of a path", bytes(archive.partLength)),
                ("symbolic links", "\(number(archive.links)), each leading through at most \(archive.hops) others"),
                ("a symbolic link's target", bytes(archive.targetLength)),
                ("`Info.plist`", bytes(list.bytes)),
                ("nesting of arrays and dictionaries", number(list.depth)),
                ("keys and values, counted once per reference", number(list.values)),
                ("strings, keys and data, counted once per reference", bytes(list.content)),
                ("combining marks in a row", number(CombiningMarks.most)),
                (
                    "files examined for an icon",
                    "\(PackageIcon.maximumFiles), of which at most \(PackageIcon.maximumAttempts) images are unpacked"
                ),
                ("an icon file", bytes(IconCandidate.maximumSize)),
                ("images in an ICNS file", number(IconFamily.maximumMembers)),
                ("an icon's width and height", "\(number(PNGHeader.maximumSide)) pixels"),
                ("an icon as an ordinary PNG, or as SVG", bytes(AppIcon.maximumSize)),
            ])
    }

    private static func number(_ number: Int) -> String {
        number.formatted(.number.locale(Locale(identifier: "en_US")))
    }

    private static func bytes(_ count: Int) -> String {
        for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB")] where count >= unit {
            return "\(count / unit) \(name)"
        }
        return "\(number(count)) bytes"
    }

    // MARK: - Packages

    private static var refused: String {
        let packages = HostileArchive.all + HostileArchive.bundles
        let tables = HostileArchive.Kind.allCases.map { kind in
            let rows = packages.filter { $0.kind == kind }.map { ($0.about, "… \($0.refusal) …") }
            let name = kind.rawValue
            return """
                ## \(name.prefix(1).uppercased())\(name.dropFirst())

                \(kind.about)

                \(table("package", "answer", rows))
                """
        }
        let icons = HostileIcon.all.map { ($0.about, "… \($0.reason) …") }
        return """
            The tests give \(packages.count) packages to `inspect` and `install`. Each one is refused with exit status 65 and one sentence, takes
            less than 64 MiB of memory, and leaves nothing behind. The tables quote part of each sentence. The packages are made in
            [server/Tests/Corpus](../server/Tests/Corpus).

            \(tables.joined(separator: "\n"))
            ## Icons

            These packages are not refused. The next icon is tried instead, and if no icon is left, one is drawn.

            \(table("icon", "why it is skipped", icons))
            """
    }

    private static func table(_ left: String, _ right: String, _ rows: [(String, String)]) -> String {
        "| \(left) | \(right) |\n|---|---|\n" + rows.map { "| \(cell($0.0)) | \(cell($0.1)) |\n" }.joined()
    }

    /// A text as Markdown shows it; a value in XML as code.
    private static func cell(_ text: String) -> String {
        guard !text.hasPrefix("<") else { return "`\(text)`" }
        return text.reduce(into: "") { escaped, character in
            if "\\<&*|".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
    }
}
