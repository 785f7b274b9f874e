import ExamplesTestSupport
import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("visa update")
struct UpdateTests {
    private let person: Person
    private let server: BadServer

    init() throws {
        person = try Person()
        server = try BadServer()
    }

    @Test("An update finds a number, and the next update fetches the PDF only if it has changed")
    func finds() throws {
        try server.put(TablePDF.list(rows: 120))
        try person.track("21000000110", "--source", server.address())
        for _ in 0..<2 {
            #expect(try person.visa("update").status == 0)
            let application = try person.status().applications[0]
            #expect(application.rows == [.init(status: "Refused", date: "14-Jun-12")])
        }
        let requests = try server.requests
        #expect(requests.count == 2)
        #expect(requests[0]["if-none-match"] == nil)
        #expect(requests[1]["if-none-match"]?.isEmpty == false)
        #expect(requests[1]["if-modified-since"]?.isEmpty == false)
    }

    @Test("A number that is added later is found in the cached PDF")
    func entersLater() throws {
        try server.put(TablePDF.list(rows: 10))
        try person.track("21000000001", "--source", server.address())
        try person.visa("update")
        try person.track("21000000002")
        #expect(try person.visa("update").status == 0)
        #expect(try person.status("21000000002").applications[0].status == "Refused")
        #expect(try server.requests.count == 2)
    }

    @Test(
        "PDFs are read through redirects, without a length, in chunks and over slow connections",
        arguments: ["redirect", "nolength", "chunked", "slow=1"])
    func ways(way: String) throws {
        try server.put(TablePDF.list(rows: 120))
        try person.track("21000000111", "--source", server.address(way))
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].status == "Approved")
    }

    @Test(
        "A failed update keeps what is known and says why it failed",
        arguments: [
            ("cut", 69, "broke off the connection"), ("cutwithoutranges", 69, "broke off the connection"),
            ("nolength=0.6", 69, "stopped before the end of the PDF"), ("chunkedcut", 69, "broke off the connection"),
            ("nothing", 69, "broke off the connection"), ("garbage", 69, "127.0.0.1"),
            ("silent=600", 69, "too slow or does not answer"), ("html", 65, "It is not a PDF."),
            ("status=404", 69, "that there is no such file"), ("status=500", 69, "with status 500"),
            ("circle", 69, "redirects too many times"), ("toelsewhere", 69, "something that is not a web address"),
            ("huge", 69, ".pdf: It has more than 512 MiB"),
            ("longhead", 69, "sends more than 128 KiB of header fields"),
        ] as [(String, Int32, String)])
    func failures(way: String, status: Int32, sentence: String) throws {
        try server.put(TablePDF.list(rows: 120))
        try person.track("21000000110", "--source", server.address())
        try person.visa("update")
        let before = try person.status().applications[0]

        try server.put(TablePDF.list(rows: 130, status: "Issued"))
        try server.behave(way)
        // A second is enough to notice a silent server, but too little for the others on a busy machine.
        let result = try person.visa("update", "--timeout", way.hasPrefix("silent") ? "1" : "60")
        #expect(result.status == status)
        #expect(result.errors.contains(sentence))
        let after = try person.status().applications[0]
        #expect(after.rows == before.rows)
        #expect(after.lastFound == before.lastFound)
        #expect(after.lastCheck?.outcome == (status == 65 ? "unreadable" : "unreachable"))
        let table = try person.visa("status")
        #expect(table.status == 0)
        #expect(table.output.contains("just now, failed"))
        #expect(table.errors.contains(sentence))

        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].rows == before.rows)
    }

    @Test("Of several files that are missing on one server, each is named with its address and a way out")
    func missingFiles() throws {
        let sources = [server.address("status=404", "a.pdf"), server.address("status=410", "b.pdf")]
        for (index, source) in sources.enumerated() { try person.track("2100000000\(index)", "--source", source) }
        let result = try person.visa("update")
        #expect(result.status == 69)
        let lines = sources.map {
            "visa: \($0): 127.0.0.1:\(server.port) answers that there is no such file. Has the file moved? "
                + "visa track NUMBER --source URL\n"
        }
        #expect(result.errors == lines.joined(), "\(result.errors)")
    }

    @Test(
        "A server that refuses a file which it may still have is not suspected of having moved it",
        arguments: [401, 429, 500, 503])
    func refusals(status: Int) throws {
        let source = server.address("status=\(status)")
        try person.track("21000000000", "--source", source)
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("visa: \(source): 127.0.0.1:\(server.port) answers "), "\(result.errors)")
        #expect(!result.errors.contains("Has the file moved?"), "\(result.errors)")
    }

    @Test("A server that doesn't exist is reported as unreachable")
    func noServer() throws {
        try person.track("21000000000", "--source", "http://127.0.0.1:1/list.pdf")
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.errors == "visa: 127.0.0.1:1 can't be reached.\n")
    }

    #if os(Linux)
    @Test("Without libcurl, updates say that it is missing, and everything else works")
    func noLibrary() throws {
        try server.put(TablePDF.list(rows: 20))
        try person.track("21000000001", "--source", server.address())
        try person.visa("update")
        let folder = person.home.appending(path: "libraries")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "libcurl.so.4"))
        var visa = person.visa
        visa.environment["LD_LIBRARY_PATH"] = folder.path
        let result = try visa("update")
        #expect(result.status == 69)
        #expect(result.errors == "visa: libcurl can't be used on this machine: is it installed?\n")
        #expect(try server.requests.count == 1)
        let status = try visa("status")
        #expect(status.status == 0)
        #expect(status.output.contains("Approved"))
    }
    #endif

    @Test("A number that is no longer listed is reported, and what was known about it stays")
    func notListed() throws {
        try server.put(TablePDF.list(rows: 120))
        try person.track("21000000110", "--source", server.address())
        try person.track("21999999999")
        #expect(try person.visa("update").status == 66)
        #expect(try person.status().applications.map(\.status) == ["Refused", nil])
        #expect(try person.visa("status", "21999999999").status == 66)

        try server.put(TablePDF.list(rows: 50))
        #expect(try person.visa("update").status == 66)
        #expect(try person.status().applications[0].status == "Refused")
        #expect(try person.visa("status", "21000000110").output.contains("just now, not listed"))
    }

    @Test("A number is not reported as missing if some of the PDF can't be read")
    func damagedList() throws {
        var bytes = TablePDF.list(rows: 120)
        bytes.removeLast(60)
        try server.put(bytes)
        try person.track("21000000110", "--source", server.address())
        try person.track("21999999999")
        let result = try person.visa("update")
        #expect(result.status == 65)
        #expect(result.errors.contains("The file is damaged or incomplete"))
        #expect(try person.status().applications.map(\.status) == ["Refused", nil])
    }

    @Test("A file that arrived damaged is fetched again, even if it hasn't changed on the server")
    func damagedBefore() throws {
        try server.put(TablePDF.list(rows: 120))
        try person.track("21000000110", "--source", server.address("chunkedpart=0.6"))
        #expect(try person.visa("update").status == 65)
        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.last?["if-none-match"] == nil)
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.last?["if-none-match"] != nil)
    }

    @Test("A PDF that is cut off within an incremental update is not read as its older version")
    func cutUpdate() throws {
        try server.put(TablePDF.list(rows: 600))
        let folder = server.folder.path
        try Python.run("pdf_update.py", "\(folder)/list.pdf", "\(folder)/updated.pdf")
        let sizes = try ["list.pdf", "updated.pdf"].map { name in
            Double(try Data(contentsOf: server.folder.appending(path: name)).count)
        }
        let share = (sizes[0] + 1000) / sizes[1]
        try person.track("21000000010", "--source", server.address("nolength=\(share)", "updated.pdf"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.errors.contains("stopped before the end of the PDF"))
        #expect(try person.status().applications[0].status == nil)
        try server.behave("nolength")
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].status == "Withdrawn")
    }

    private static let rows = ["Under review 02-Jun-12", "Issued 14-Jun-12"]

    @Test(
        "Known decisions stay if a page can't be read and the others say nothing new",
        arguments: [
            (nil, rows, 65), (["21000000001", "Issued", ""], rows, 65),
            (["21000000001", "Iss", "14-Jun-12"], rows, 65),
            (["21000000001", "Issued", "14-Jun-12"], rows, 0),
            (["21000000001", "Issued", "15-Jun-12"], [rows[0], "Issued 15-Jun-12"], 0),
            (["21000000001", "Withdrawn", ""], [rows[0], "Withdrawn"], 0),
        ] as [([String]?, [String], Int32)])
    func damagedPage(row: [String]?, known: [String], status: Int32) throws {
        func rows() throws -> [String] {
            try person.status().applications[0].rows.map { row in
                row.date.map { "\(row.status) \($0)" } ?? row.status
            }
        }
        let other = ["21000000002", "Refused", "13-Jun-12"]
        let first = [TablePDF.header, ["21000000001", "Under review", "02-Jun-12"], other]
        let last = [TablePDF.header, ["21000000001", "Issued", "14-Jun-12"], other]
        try server.put(TablePDF.bytes([first, last]))
        try person.track("21000000001", "--source", server.address())
        #expect(try person.visa("update").status == 0)
        #expect(try rows() == Self.rows)

        try server.put(TablePDF.bytes([first + (row.map { [$0, other] } ?? []), last], damaged: 1))
        let result = try person.visa("update", "--quiet")
        #expect(result.status == status)
        // If the number was found, the note about the page is left out.
        #expect(result.errors.contains("Page 2: a part is damaged") == (status != 0))
        #expect(result.output.isEmpty == (known == Self.rows))
        #expect(try rows() == known)
    }

    @Test("Changes are shown, even with --quiet, and recorded in the history")
    func changes() throws {
        try server.put(TablePDF.list(rows: 20, status: "Under review"))
        try person.track("21000000001", "--source", server.address())
        try person.track("21000000002")
        #expect(
            try person.visa("update", "--quiet").output.contains("● 21000000001  14-Jun-12  just now  Under review"))
        #expect(try person.visa("update", "--quiet").output.isEmpty)

        try server.put(TablePDF.list(rows: 20, status: "Issued"))
        let result = try person.visa("update", "--quiet")
        #expect(result.output.contains("● 21000000001  14-Jun-12  just now  Issued"))
        #expect(!result.output.contains("21000000002"))
        #expect(result.errors.isEmpty)
        let history = try #require(try person.status("21000000001", "--history").applications[0].history)
        #expect(
            history.map(\.rows) == [
                [.init(status: "Under review", date: "14-Jun-12")], [.init(status: "Issued", date: "14-Jun-12")],
            ])
        let lines = try person.visa("status", "21000000001", "--history").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].contains("Issued"))
        #expect(lines[2].contains("Under review"))
    }

    @Test("A quiet update says nothing about a page that can't be read if the number was found")
    func quietNotes() throws {
        let page = [TablePDF.header, ["21000000001", "Issued", "14-Jun-12"], ["21000000002", "Refused", "14-Jun-12"]]
        try server.put(TablePDF.bytes([page, page], damaged: 1))
        try person.track("21000000001", "--source", server.address())
        #expect(try person.visa("update", "--quiet").output.contains("Issued"))
        let result = try person.visa("update", "--quiet")
        #expect(result.status == 0)
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        #expect(try person.visa("update").errors.contains("Page 2: a part is damaged"))
    }

    @Test("A server that does not answer is asked once in an update, whether for a service or for a PDF")
    func silentServer() throws {
        let silent = try BadServer()
        try server.put(TablePDF.list(rows: 20))
        for number in ["21000000001", "21000000002", "21000000003"] {
            try person.track(
                number, "--service", silent.address("mute=600", "{number}.json"), "--source", server.address())
        }
        #expect(try person.visa("update", "--timeout", "1").status == 0)
        #expect(try silent.requests.count == 1)
        try person.track("21000000004", "--service", "", "--source", silent.address("mute=600", "other.pdf"))
        let result = try person.visa("update", "--timeout", "1")
        #expect(result.status == 69)
        #expect(try silent.requests.count == 2)
        #expect(try person.status().applications.map(\.status) == ["Approved", "Refused", "Approved", nil])
    }

    @Test("A server that redirects to one that does not answer is asked for its other files")
    func redirectToSilentServer() throws {
        try server.put(TablePDF.list(rows: 20))
        try person.track("21000000001", "--source", server.address("to", "1"))
        try person.track("21000000002", "--source", server.address())
        #expect(try person.visa("update").status == 69)
        #expect(try person.status().applications.map(\.status) == [nil, "Refused"])
    }

    @Test("JSON output says what has changed")
    func json() throws {
        try server.put(TablePDF.list(rows: 20))
        try person.track("21000000001", "--source", server.address())
        for isChange in [true, false] {
            let result = try person.visa("update", "--format", "json")
            let status = try JSONDecoder().decode(Person.Status.self, from: Data(result.output.utf8))
            #expect(status.version == 1)
            #expect(status.applications.map(\.changed) == [isChange])
            #expect(status.applications.map(\.lastCheck?.outcome) == ["found"])
        }
    }

    @Test("A PDF leaves the cache when its number gets another source")
    func otherSource() throws {
        for name in ["a.pdf", "b.pdf"] {
            try server.put(TablePDF.list(rows: 10), as: name)
            try person.track("21000000001", "--source", server.address("plain", name))
            try person.visa("update")
        }
        #expect(try person.cached(".pdf").count == 1)
    }

    @Test("A cached PDF that was damaged since is fetched again", arguments: [0, 4000])
    func damagedCopy(left: Int) throws {
        try server.put(TablePDF.list(rows: 120))
        try person.track("21000000110", "--source", server.address())
        #expect(try person.visa("update").status == 0)
        let folder = person.home.appending(path: "cache/visa")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let copy = folder.appending(path: try #require(names.first { $0.hasSuffix(".pdf") }))
        try Data(contentsOf: copy).prefix(left).write(to: copy)
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.last?["if-none-match"] == nil)
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.last?["if-none-match"] != nil)
    }
}
