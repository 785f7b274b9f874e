import AppGroup
import AppGroupText
import ToolSupport

/// Everything that a fund holds: documents and multimedia apart, notes, news and mail.
struct FundPage: Listing {
    let fund: Fund
    let folder: String
    let files: [FolderEntry]
    /// The paths and sizes of files that only other devices have.
    let distant: [FolderEntry]
    let notes: [Note]
    let news: [NewsItem]
    let mails: [Mail]
    /// The path of the favorite, if it is in this fund.
    let favorite: String?
    let clock: LocalClock

    /// One line of the page.
    private struct Line {
        let section: String
        let name: String
        let detail: String
        let time: Timestamp
        var number = ""
        var isNew = false
    }

    private var lines: [Line] {
        let parts = FileKind.allCases.flatMap { kind in
            files.filter { FileKind(name: $0.path) == kind }.sorted { $0.path < $1.path }.map { file in
                Line(
                    section: kind.heading, name: file.path + (file.path == favorite ? " ★" : ""),
                    detail: "\(ByteCount(file.size))", time: Timestamp(seconds: Int64(file.modified)))
            }
        }
        let elsewhere = distant.map { file in
            Line(
                section: "On other devices", name: file.path, detail: "\(ByteCount(file.size))",
                time: Timestamp(seconds: Int64(file.modified)))
        }
        return parts + elsewhere
            + notes.map { Line(section: "Notes", name: $0.title, detail: "", time: $0.changed) }
            + news.map {
                Line(
                    section: "News", name: $0.title, detail: $0.source, time: $0.date, number: "\($0.id)",
                    isNew: !$0.isRead)
            }
            + mails.map {
                Line(
                    section: "Mail", name: $0.subject, detail: $0.sender, time: $0.date, number: "\($0.id)",
                    isNew: !$0.isRead)
            }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: fund.name.uppercased(), shrinkOrder: 4, minimumWidth: 11),
            TextTable.Column(header: "NAME", shrinkOrder: 3, minimumWidth: 16),
            TextTable.Column(header: "SIZE OR SOURCE", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "CHANGED", shrinkOrder: 1, minimumWidth: 10),
        ]
    }

    var rows: [[TextTable.Cell]] {
        var last = ""
        return lines.map { line in
            defer { last = line.section }
            let mark = line.isNew ? "● " : line.number.isEmpty ? "" : "  "
            let number = line.number.isEmpty ? "" : "\(line.number)  "
            return [
                TextTable.Cell(line.section == last ? "" : line.section, style: .bold),
                TextTable.Cell("\(mark)\(number)\(line.name)"), TextTable.Cell(line.detail, style: .dim),
                TextTable.Cell(clock.ago(line.time)),
            ]
        }
    }

    var records: [[String]] {
        files.sorted { $0.path < $1.path }.map {
            [
                FileKind(name: $0.path).rawValue, $0.path, "\($0.size)",
                Timestamp(seconds: Int64($0.modified)).description, $0.path == favorite ? "favorite" : "",
            ]
        }
            + distant.map {
                [
                    FileKind(name: $0.path).rawValue, $0.path, "\($0.size)",
                    Timestamp(seconds: Int64($0.modified)).description, "elsewhere",
                ]
            }
            + notes.map { ["note", $0.title, "", $0.changed.description, ""] }
            + news.map { ["news", $0.title, "\($0.id)", $0.date.description, $0.isRead ? "read" : "unread"] }
            + mails.map { ["mail", $0.subject, "\($0.id)", $0.date.description, $0.isRead ? "read" : "unread"] }
    }

    var json: JSONValue {
        [
            "version": 1, "name": .string(fund.name), "folder": .string(folder),
            "files": .array(
                files.sorted { $0.path < $1.path }.map { file in
                    [
                        "path": .string(file.path), "kind": .string(FileKind(name: file.path).rawValue),
                        "size": .integer(file.size),
                        "changed": JSONValue(text: Timestamp(seconds: Int64(file.modified))),
                        "favorite": .bool(file.path == favorite),
                    ]
                }),
            "elsewhere": .array(
                distant.map { file in
                    [
                        "path": .string(file.path), "kind": .string(FileKind(name: file.path).rawValue),
                        "size": .integer(file.size),
                        "changed": JSONValue(text: Timestamp(seconds: Int64(file.modified))),
                    ]
                }),
            "notes": .array(
                notes.map { ["title": .string($0.title), "changed": JSONValue(text: $0.changed)] }),
            "news": .array(news.map(NewsListing.json)),
            "mail": .array(mails.map { MailListing.json($0, fund: fund.name) }),
        ]
    }
}
