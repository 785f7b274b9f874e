import ExamplesTestSupport
import Foundation
import Testing

@testable import Downloading

@Suite("Interrupted downloads")
struct ResumeTests {
    private let person: Person
    private let server: BadServer

    init() throws {
        person = try Person()
        server = try BadServer()
    }

    @Test("An interrupted download continues where it stopped in the next run")
    func resumes() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000598", "--source", server.address())
        try server.behave("cut")
        #expect(try person.visa("update").status == 69)
        let part = try #require(try person.cached(".part").first)
        #expect(part == Data(bytes[..<part.count]))
        let count = try server.requests.count

        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].status == "Approved")
        let request = try server.requests[count]
        #expect(request["range"] == "bytes=\(part.count)-")
        #expect(request["if-range"]?.hasPrefix("\"") == true)
        #expect(try server.requests.count == count + 1)
        #expect(try person.cached(".pdf") == [Data(bytes)])
        #expect(try person.cached(".part").isEmpty)
    }

    @Test("A download that the server cuts off once continues immediately")
    func retries() throws {
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000598", "--source", server.address("cutonce"))
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.map { $0["range"] != nil } == [false, true])
    }

    @Test("A download continues until it is complete if the server sends less than the requested range")
    func parts() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000599", "--source", server.address("parts=2000"))
        #expect(try person.visa("update").status == 0)
        #expect(try person.cached(".pdf") == [Data(bytes)])
        #expect(try person.status().applications[0].status == "Refused")
        let starts = try server.requests.compactMap { $0["range"]?.firstMatch(of: /[0-9]+/).flatMap { Int($0.output) } }
        #expect(starts.count > 4)
        #expect(starts == starts.indices.map { starts[0] + 2000 * $0 })
    }

    @Test("A download starts over in the next run if a part is longer than announced")
    func longParts() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000599", "--source", server.address("longparts=2000"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.errors.contains("sends more than the part of the file that it announces"))
        #expect(try person.cached(".part").isEmpty)
        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try person.cached(".pdf") == [Data(bytes)])
    }

    @Test("A download is incomplete if the total length is unknown and the PDF lacks its end")
    func openParts() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000599", "--source", server.address("openparts=2000"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.errors.contains("stopped before the end of the PDF"))
        #expect(try person.cached(".pdf").isEmpty)
        try server.behave("openparts=100000")
        #expect(try person.visa("update").status == 0)
        #expect(try person.cached(".pdf") == [Data(bytes)])
    }

    @Test(
        "A download starts over if the file has changed or the server doesn't support ranges", arguments: [true, false])
    func beginsAnew(hasChanged: Bool) throws {
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000598", "--source", server.address())
        try server.behave("cut")
        try person.visa("update")
        let bytes = hasChanged ? TablePDF.list(rows: 700, status: "Issued") : TablePDF.list(rows: 600)
        try server.put(bytes)
        try server.behave(hasChanged ? "plain" : "noranges")
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].status == (hasChanged ? "Issued" : "Approved"))
        #expect(try person.cached(".pdf") == [Data(bytes)])
    }

    @Test(
        "A download starts over if the server sends another range than requested",
        arguments: ["wrongrange", "status=416"])
    func wrongRange(way: String) throws {
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000598", "--source", server.address())
        try server.behave("cut")
        try person.visa("update")
        try server.behave(way)
        #expect(try person.visa("update").status == (way == "wrongrange" ? 0 : 69))
        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try person.cached(".pdf") == [Data(TablePDF.list(rows: 600))])
    }

    @Test("A partial download is not continued if only a date within the same second identifies the file")
    func weakDates() throws {
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000598", "--source", server.address())
        try server.behave("cutdated")
        try person.visa("update")
        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.allSatisfy { $0["range"] == nil })
    }

    @Test("The next run continues with the bytes that arrived before the process was killed")
    func killed() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000001", "--source", server.address("held=0.5"))
        let visa = try person.start("update")
        try visa.waitToHear("21000000001: Approved")
        visa.kill()
        #expect(try person.status().applications[0].status == nil)
        let part = try #require(try person.cached(".part").first)
        try server.go()
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.last?["range"] == "bytes=\(part.count)-")
        #expect(try person.status().applications[0].status == "Approved")
    }

    @Test(
        "A download beyond the size limit is given up, with and without a known length",
        arguments: ["plain", "nolength"])
    func limit(way: String) throws {
        try server.put(TablePDF.list(rows: 600))
        let address = try #require(WebAddress(server.address(way)))
        let download = Download(address, of: .pdf, in: server.folder.path, client: WebClient(), limit: 10_000)
        var largest = 0
        do {
            _ = try download.run(began: {}, grew: { count, _ in largest = max(largest, count) })
            Issue.record("The download was accepted")
        } catch let error as DownloadError {
            #expect(error.code == .tooLarge)
        }
        #expect(largest <= 10_000)
        #expect(!FileManager.default.fileExists(atPath: download.partialPath))
    }
}

@Suite("The Content-Range field")
struct ContentRangeTests {
    @Test("Content-Range gives a range of bytes and their total number", arguments: ["bytes 2-4/9", "Bytes  2-4/9"])
    func range(value: String) throws {
        let range = try #require(ContentRange(value))
        #expect(range.bytes == 2..<5)
        #expect(range.whole == 9)
    }

    @Test("Content-Range may leave out the total number")
    func open() throws {
        #expect(try #require(ContentRange("bytes 0-0/*")).whole == nil)
    }

    @Test(
        "A Content-Range that contradicts itself or contains no bytes is ignored",
        arguments: [
            "bytes */9", "bytes 4-2/9", "bytes 2-9/9", "bytes 2-4", "bytes -4/9", "bytes 2-/9", "bytes 2-4/",
            "lines 2-4/9", "bytes 2-4/99999999999999999999", "bytes 0-9223372036854775807/*", "",
        ])
    func none(value: String) {
        #expect(ContentRange(value) == nil)
    }
}

@Suite("Encrypted connections")
struct EncryptionTests {
    @Test("An encrypted connection is trusted only if its certificate is")
    func certificates() throws {
        let server = try BadServer(isSecure: true)
        try server.put(TablePDF.list(rows: 10))
        let stranger = try Person()
        try stranger.track("21000000001", "--source", server.address())
        let result = try stranger.visa("update")
        #expect(result.status == 69)
        #expect(result.errors.contains("can't be trusted"))

        let friend = try Person(["SSL_CERT_FILE": server.certificate])
        try friend.track("21000000001", "--source", server.address())
        #expect(try friend.visa("update").status == 0)
    }

    @Test("A redirect from https to http is refused, and one from http to https is followed")
    func downgrade() throws {
        let open = try BadServer()
        let secure = try BadServer(isSecure: true)
        for server in [open, secure] { try server.put(TablePDF.list(rows: 10)) }
        let person = try Person(["SSL_CERT_FILE": secure.certificate])
        try person.track("21000000001", "--source", secure.address("to", "port/\(open.port)"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.errors.contains("which is not encrypted: not followed."))
        #expect(try open.requests.isEmpty)

        try person.track("21000000001", "--source", open.address("tosecure", "port/\(secure.port)"))
        #expect(try person.visa("update").status == 0)
    }
}
