import AppGroup
import Foundation
import PackageCorpus

@testable import AppPackage

/// What `docs/packages.md` says of limits and of what is refused, as it follows from the code and the corpus.
enum PackageDocument {
    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../docs/packages.md").standardizedFileURL

    /// The parts that are written here; each begins with its mark and ends with ``end``.
    static let parts = ["limits": limits, "refused": refused]

    static func mark(_ name: String) -> String {
        "<!-- \(name): RECORD_TABLE=1 swift test --package-path server --filter PackageDocumentTests -->\n"
    }

    static let end = "<!-- end -->"

    // MARK: - Limits

    private static var limits: String {
        let (archive, list) = (ArchiveLimits.standard, PropertyListLimits.standard)
        return table(
            "of", "at most",
            [
                ("entries, and files and folders with those that are only part of a path", number(archive.entries)),
                ("the archive's directory", bytes(archive.directorySize)),
                ("everything, unpacked", bytes(archive.totalSize)),
                ("an entry, unpacked", bytes(archive.entrySize)),
                (
                    "an entry, and everything, unpacked, where that is more than \(bytes(archive.ratioFreeSize))",
                    "\(archive.ratio) times what it is packed"
                ),
                ("an entry's path", "\(bytes(archive.pathLength)), \(archive.depth) parts"),
                ("a part of a path", bytes(archive.partLength)),
                ("symbolic links", "\(number(archive.links)), each through \(archive.hops) others"),
                ("a symbolic link's target", bytes(archive.targetLength)),
                ("`Info.plist`", bytes(list.bytes)),
                ("arrays and dictionaries in one another", number(list.depth)),
                ("keys and values, each as often as it is referred to", number(list.values)),
                ("texts, keys and data, each as often as it is referred to", bytes(list.content)),
                ("combining marks in a row", number(CombiningMarks.most)),
                (
                    "files that are looked at for an icon",
                    "\(PackageIcon.maximumFiles), and \(PackageIcon.maximumAttempts) images of them are unpacked"
                ),
                ("a file with an icon", bytes(IconCandidate.maximumSize)),
                ("images in an ICNS file", number(IconFamily.maximumMembers)),
                ("an icon's width and height", "\(number(PNGHeader.maximumSide)) pixels"),
                ("an icon as ordinary PNG, or as SVG", bytes(Icon.maximumSize)),
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
        let tables = HostileArchive.Family.allCases.map { family in
            let rows = packages.filter { $0.family == family }.map { ($0.about, "… \($0.refusal) …") }
            let name = family.rawValue
            return """
                ### \(name.prefix(1).uppercased())\(name.dropFirst())

                \(family.about)

                \(table("package", "answered", rows))
                """
        }
        let icons = HostileIcon.all.map { ($0.about, "… \($0.reason) …") }
        return """
            The tests give \(packages.count) packages to `inspect` and `install`. Each is refused with exit status 65 and one sentence, of
            which a part is here, takes less than 64 MiB of memory, and leaves nothing behind. They are made in
            [server/Tests/Corpus](../server/Tests/Corpus).

            \(tables.joined(separator: "\n"))
            ### Icons

            These packages are not refused: the icon is passed over for the next one, and where there is none, one is drawn.

            \(table("icon", "passed over for", icons))
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
