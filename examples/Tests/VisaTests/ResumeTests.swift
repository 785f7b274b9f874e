import ExamplesTestSupport
import Foundation
import Testing

@testable import Downloading

@Suite("A download that is cut off")
struct ResumeTests {
    private let person: Person
    private let server: BadServer

    init() throws {
        person = try Person()
        server = try BadServer()
    }

    @Test("goes on in the next run where it stopped")
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

    @Test("goes on at once where the server broke off once")
    func retries() throws {
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000598", "--source", server.address("cutonce"))
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.map { $0["range"] != nil } == [false, true])
    }

    @Test("goes on until all is there where the server sends less of the rest than it is asked for")
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

    @Test("begins anew in the next run where a part is longer than it says")
    func longParts() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000599", "--source", server.address("longparts=2000"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.talk.contains("sends more than the part of the file that it announces"))
        #expect(try person.cached(".part").isEmpty)
        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try person.cached(".pdf") == [Data(bytes)])
    }

    @Test("is not whole where a part does not say of how many bytes, and the PDF lacks its end")
    func openParts() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000599", "--source", server.address("openparts=2000"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.talk.contains("stopped before the end of the PDF"))
        #expect(try person.cached(".pdf").isEmpty)
        try server.behave("openparts=100000")
        #expect(try person.visa("update").status == 0)
        #expect(try person.cached(".pdf") == [Data(bytes)])
    }

    @Test("begins anew where the file has changed meanwhile, or the server knows no ranges", arguments: [true, false])
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
        "begins anew where the answer is another part than the one asked for", arguments: ["wrongrange", "status=416"])
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

    @Test("is not joined to a file that only its date tells apart from one of the same second")
    func weakDates() throws {
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000598", "--source", server.address())
        try server.behave("cutdated")
        try person.visa("update")
        try server.behave("plain")
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.allSatisfy { $0["range"] == nil })
    }

    @Test("leaves what arrived in pieces until the process was killed for the next run")
    func killed() throws {
        let bytes = TablePDF.list(rows: 600)
        try server.put(bytes)
        try person.track("21000000001", "--source", server.address("held=0.5"))
        let visa = try RunningVisa(person, "update")
        try visa.waitToHear("21000000001: Approved")
        visa.kill()
        #expect(try person.status().applications[0].status == nil)
        let part = try #require(try person.cached(".part").first)
        try server.go()
        #expect(try person.visa("update").status == 0)
        #expect(try server.requests.last?["range"] == "bytes=\(part.count)-")
        #expect(try person.status().applications[0].status == "Approved")
    }

    @Test("is given up beyond the limit, with and without a length", arguments: ["plain", "nolength"])
    func limit(way: String) throws {
        try server.put(TablePDF.list(rows: 600))
        let address = try #require(WebAddress(server.address(way)))
        let download = Download(address, in: server.folder.path, client: WebClient(), limit: 10_000)
        var largest = 0
        do {
            _ = try download.run(began: {}, grew: { count, _ in largest = max(largest, count) })
            Issue.record("it was taken")
        } catch let error as DownloadError {
            #expect(error.code == .tooLarge)
        }
        #expect(largest <= 10_000)
        #expect(!FileManager.default.fileExists(atPath: download.partialPath))
    }
}

@Suite("What a field Content-Range says")
struct ContentRangeTests {
    @Test("is the places of bytes, and how many there are", arguments: ["bytes 2-4/9", "Bytes  2-4/9"])
    func range(value: String) throws {
        let range = try #require(ContentRange(value))
        #expect(range.bytes == 2..<5)
        #expect(range.whole == 9)
    }

    @Test("may leave open how many there are")
    func open() throws {
        #expect(try #require(ContentRange("bytes 0-0/*")).whole == nil)
    }

    @Test(
        "is nothing where it contradicts itself or names no bytes",
        arguments: [
            "bytes */9", "bytes 4-2/9", "bytes 2-9/9", "bytes 2-4", "bytes -4/9", "bytes 2-/9", "bytes 2-4/",
            "lines 2-4/9", "bytes 2-4/99999999999999999999", "bytes 0-9223372036854775807/*", "",
        ])
    func none(value: String) {
        #expect(ContentRange(value) == nil)
    }
}

@Suite("An encrypted connection")
struct EncryptionTests {
    @Test("is trusted by its certificate alone")
    func certificates() throws {
        let server = try BadServer(isSecure: true)
        try server.put(TablePDF.list(rows: 10))
        let stranger = try Person()
        try stranger.track("21000000001", "--source", server.address())
        let result = try stranger.visa("update")
        #expect(result.status == 69)
        #expect(result.talk.contains("can't be trusted"))

        let friend = try Person(["SSL_CERT_FILE": server.certificate])
        try friend.track("21000000001", "--source", server.address())
        #expect(try friend.visa("update").status == 0)
    }

    @Test("is never left for one that is not encrypted, and may be entered from there")
    func downgrade() throws {
        let open = try BadServer()
        let secure = try BadServer(isSecure: true)
        for server in [open, secure] { try server.put(TablePDF.list(rows: 10)) }
        let person = try Person(["SSL_CERT_FILE": secure.certificate])
        try person.track("21000000001", "--source", secure.address("to", "port/\(open.port)"))
        let result = try person.visa("update")
        #expect(result.status == 69)
        #expect(result.talk.contains("which is not encrypted: not followed."))
        #expect(try open.requests.isEmpty)

        try person.track("21000000001", "--source", open.address("tosecure", "port/\(secure.port)"))
        #expect(try person.visa("update").status == 0)
    }
}
