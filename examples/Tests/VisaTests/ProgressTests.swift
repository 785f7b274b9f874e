import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The progress of an update")
struct ProgressTests {
    private let person: Person
    private let server: BadServer

    init() throws {
        person = try Person()
        server = try BadServer()
        try server.put(TablePDF.list(rows: 600))
    }

    @Test("A match is reported as provisional as soon as it is read")
    func provisional() throws {
        try person.track("21000000010", "--source", server.address("held=0.3"))
        let visa = try person.start("update", "--format", "tsv")
        try visa.waitToHear("visa: 21000000010: Approved, 14-Jun-12 (so far: ")
        #expect(visa.isRunning)
        #expect(try person.status().applications[0].status == nil)
        try server.go()
        let result = try visa.result()
        #expect(result.ending == .exit(0))
        #expect(result.output.contains("\tApproved\t14-Jun-12\tfound\t"))
    }

    @Test("The end of the PDF overrides what was reported before")
    func replaced() throws {
        let folder = server.folder.path
        try Python.run("pdf_update.py", "\(folder)/list.pdf", "\(folder)/updated.pdf")
        try person.track("21000000010", "--source", server.address("plain", "updated.pdf"))
        let result = try person.visa("update")
        #expect(result.status == 0)
        #expect(result.errors.contains("21000000010: Approved, 14-Jun-12 (so far: "))
        #expect(try person.status().applications[0].rows == [.init(status: "Withdrawn", date: "14-Jun-12")])
    }

    @Test("What is reported before the end knows that a table continues on a further page")
    func continued() throws {
        let others = (0..<20).map { ["2100000\(1000 + $0)", "Approved", "01-Jun-12"] }.flatMap { [[], $0] }
        let first = [[], ["", "Refused, see"], ["21000000008", "the letter", "05-Jun-12"]]
        let pages = [others, first + others] + Array(repeating: others, count: 10)
        try server.put(TablePDF.bytes(pages.map { [TablePDF.header] + $0 }))
        try person.track("21000000008", "--source", server.address())
        let result = try person.visa("update")
        #expect(result.status == 0)
        let row = Person.Status.Row(status: "Refused, see the letter … (incomplete)", date: "05-Jun-12")
        #expect(result.errors.contains("21000000008: \(row.status), 05-Jun-12 (so far: "), "\(result.errors)")
        #expect(try person.status().applications[0].rows == [row])
    }

    @Test(
        "A terminal shows bytes and, if the length is known, percent, and the line is removed at the end",
        arguments: [true, false])
    func terminal(hasLength: Bool) throws {
        try person.track("21000000010", "--source", server.address(hasLength ? "slow=1" : "nolength"))
        let result = try person.visa(columns: 40, "update")
        #expect(result.status == 0)
        let drawn = result.output.split(separator: "\r").filter { $0.contains("\u{1B}[K") && $0.contains(" kB") }
        #expect(!drawn.isEmpty)
        #expect(drawn.allSatisfy { $0.contains("%") == hasLength })
        for line in result.output.split(separator: "\n") where line.contains("\u{1B}[K") {
            let end = try #require(line.ranges(of: "\u{1B}[K").last)
            #expect(line[..<end.lowerBound].hasSuffix("\r"), "this stays: \(line)")
        }
    }

    @Test("No progress is written if standard error is not a terminal")
    func pipe() throws {
        try person.track("21000000010", "--source", server.address("slow=1"))
        let talk = try person.visa("update").errors
        #expect(!talk.contains("\r"))
        #expect(talk.split(separator: "\n").count == 1)
        #expect(try person.visa("update", "--quiet").errors.isEmpty)
    }
}

@Suite("visa watch")
struct WatchTests {
    @Test("visa watch prints one line for each change, and continues after a failure")
    func changes() throws {
        let person = try Person(["VISA_SHORTEST_INTERVAL": "1s"])
        let server = try BadServer()
        try server.put(TablePDF.list(rows: 20, status: "Under review"))
        try person.track("21000000001", "--source", server.address(), "--label", "Anna")
        let visa = try person.start("watch", "--every", "1s")
        try visa.waitToRead("Anna (21000000001)  Under review, 14-Jun-12\n")
        try server.behave("status=500")
        try visa.waitToHear("with status 500")
        try server.put(TablePDF.list(rows: 20, status: "Issued"))
        try server.behave("plain")
        try visa.waitToRead("Anna (21000000001)  Issued, 14-Jun-12\n")
        visa.kill()
        #expect(try person.status().applications[0].changed)
    }

    @Test("visa watch reports a failure that lasts once, even if another one is added")
    func lastingFailure() throws {
        let person = try Person(["VISA_SHORTEST_INTERVAL": "1s"])
        let (broken, server) = (try BadServer(), try BadServer())
        try server.put(TablePDF.list(rows: 20, status: "Under review"))
        try person.track("21000000001", "--source", broken.address("status=502"))
        try person.track("21000000003", "--source", server.address())
        let visa = try person.start("watch", "--every", "1s")
        try visa.waitToRead("21000000003  Under review, 14-Jun-12\n")
        try visa.waitToHear("with status 502")
        try server.behave("status=500")
        try visa.waitToHear("with status 500")
        visa.kill()
        #expect(visa.errors.components(separatedBy: "with status 502").count == 2, "\(visa.errors)")
    }

    @Test("visa watch continues after a folder could not be written for a while")
    func passingTrouble() throws {
        let person = try Person(["VISA_SHORTEST_INTERVAL": "1s"])
        let server = try BadServer()
        try server.put(TablePDF.list(rows: 20, status: "Under review"))
        try person.track("21000000001", "--source", server.address())
        let visa = try person.start("watch", "--every", "1s")
        try visa.waitToRead("21000000001  Under review, 14-Jun-12\n")
        // visa may make the folder again before a file stands in its place.
        let folder = person.home.appending(path: "cache/visa")
        repeat {
            try? FileManager.default.removeItem(at: folder)
        } while !FileManager.default.createFile(
            atPath: folder.path, contents: nil)
        try visa.waitToHear("can't be ")
        try server.put(TablePDF.list(rows: 20, status: "Issued"))
        try FileManager.default.removeItem(at: folder)
        try visa.waitToRead("21000000001  Issued, 14-Jun-12\n")
        visa.kill()
    }

    @Test("visa watch prints what an update has found that failed afterward")
    func changesBeforeTrouble() throws {
        let person = try Person(["VISA_SHORTEST_INTERVAL": "1s"])
        let server = try BadServer()
        let folder = person.home.appending(path: "cache/visa")
        func put(_ status: String) throws {
            for name in ["a.pdf", "b.pdf"] { try server.put(TablePDF.list(rows: 20, status: status), as: name) }
        }
        func copies() throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".pdf") })
        }
        try put("Under review")
        try person.track("21000000001", "--source", server.address("plain", "a.pdf"))
        try person.visa("update")
        let first = try copies()
        try person.track("21000000003", "--source", server.address("plain", "b.pdf"))
        try person.visa("update")
        let second = try #require(try copies().subtracting(first).first)
        try put("Approved")
        let visa = try person.start("watch", "--every", "1s")
        try visa.waitToRead("21000000003  Approved, 14-Jun-12\n")
        // The second file can't be fetched while a folder has the name of its first part.
        let part = folder.appending(path: second.replacing(".pdf", with: ".part"))
        repeat {
            try? FileManager.default.removeItem(at: part)
        } while (try? FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)) == nil
        try put("Issued")
        while try person.status().applications[0].status != "Issued" {}
        try visa.waitToHear("can't be ")
        try FileManager.default.removeItem(at: part)
        try visa.waitToRead("21000000003  Issued, 14-Jun-12\n")
        #expect(visa.output.contains("21000000001  Issued, 14-Jun-12\n"))
        visa.kill()
    }

    @Test("visa watch ends if its first update can't be made")
    func nothingTracked() throws {
        let result = try Person().visa("watch", "--every", "1h")
        #expect(result.status == 66)
        #expect(result.errors.contains("Nothing is tracked yet."))
    }

    @Test(
        "visa watch requires a valid time span",
        arguments: [[], ["--every", "6"], ["--every", "0h"], ["--every", "-1h"], ["--every", "9999d"]])
    func intervals(arguments: [String]) throws {
        #expect(try Person().visa.run(["watch"] + arguments).status == 64)
    }

    @Test("visa watch asks no server more often than once a minute")
    func shortestInterval() throws {
        let result = try Person().visa("watch", "--every", "59s")
        #expect(result.status == 64 && result.errors.contains("--every takes 1m or more"), "\(result.errors)")
    }
}
