import AppCatalog
import Foundation
import TestSupport
import Testing

@Suite("Publishing")
struct PublishTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    /// A package, and a server that answers its upload in this way.
    func prepare(
        uploads: [ScriptedServer.Answer] = [["upload": true]], publication: ScriptedServer.Answer? = nil
    ) throws -> (file: String, path: String) {
        let file = try testServer.sandbox.makePackage(version: "1.0", payload: 2 << 20)
        let release = try testServer.release(file, version: "1.0", channel: .beta)
        let path = "/v1/uploads/\(release.sha256)"
        let made = Publication(
            package: "org.example.rooms", name: "Rooms", release: release, rollout: 20, withdrawn: nil, existed: false)
        let text = String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
        var script = try testServer.answers([])
        script["PUT \(path)"] = uploads
        script["HEAD \(path)"] = [["upload": true]]
        script["POST /v1/releases"] = [publication ?? ["status": 201, "text": text]]
        try testServer.server.script(script)
        try testServer.logIn()
        return (file, path)
    }

    @Test("Publishing sends the file, then its terms")
    func publishes() throws {
        let (file, path) = try prepare()
        let notes = "\(testServer.sandbox.folder)/notes"
        try Data("It “works”.\nNow.\n".utf8).write(to: URL(filePath: notes))
        let answer = try testServer.store("publish", file, "--channel", "beta", "--notes", notes, "--rollout", "20")
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(
            answer.errors
                == "launcher: Published Rooms 1.0 (org.example.rooms) at \(testServer.server.address), channel beta, for 20 % of its users.\n"
        )
        let request = try #require(testServer.server.requests("POST", "/v1/releases").first)
        let sent = try JSONDecoder().decode(
            PublishRequest.self, from: Data(request.body.unicodeScalars.map { UInt8($0.value) }))
        #expect(
            sent.channel == .beta && sent.rollout == 20 && sent.notes == "It “works”.\nNow.\n"
                && path.hasSuffix(sent.sha256))
        let uploaded = try Data(contentsOf: URL(filePath: "\(testServer.server.folder)/uploads/\(sent.sha256)"))
        #expect(try uploaded == Data(contentsOf: URL(filePath: file)))
        let again = try testServer.store("publish", file)
        #expect(again.status == 0 && testServer.server.requests("PUT", path).count == 1)
    }

    @Test("Publishing a release that no grant covers says so")
    func withoutGrant() throws {
        let file = try testServer.sandbox.makePackage(version: "1.0")
        let made = Publication(
            package: "org.example.rooms", name: "Rooms", release: try testServer.release(file, version: "1.0"),
            rollout: 100,
            withdrawn: nil, existed: false, granted: false)
        let text = String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
        _ = try prepare(publication: ["status": 201, "text": text])
        let answer = try testServer.store("publish", file)
        #expect(answer.status == 0 && answer.errors.contains("nobody can get it yet"), "\(answer)")
    }

    @Test("Publishing says which releases the server removed because of it")
    func removed() throws {
        let file = try testServer.sandbox.makePackage(version: "1.0")
        let made = Publication(
            package: "org.example.rooms", name: "Rooms", release: try testServer.release(file, version: "1.0"),
            rollout: 100, withdrawn: nil, existed: false,
            removed: ["org.example.rooms 0.8 for Unix", "org.example.rooms 0.9 for Unix"])
        let text = String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
        _ = try prepare(publication: ["status": 201, "text": text])
        let answer = try testServer.store("publish", file)
        let names = "org.example.rooms 0.8 for Unix, org.example.rooms 0.9 for Unix\n"
        #expect(
            answer.status == 0
                && answer.errors.contains("launcher: Removed for good, because the server keeps only the newest")
                && answer.errors.hasSuffix(names), "\(answer)")
    }

    @Test("Publishing again reports the release, what was not applied, and how to apply it")
    func again() throws {
        let (file, path) = try prepare()
        let digest = try #require(path.split(separator: "/").last)
        var release = try testServer.release(file, version: "1.0", channel: .beta)
        release.notes = "Two\nlines"
        let made = Publication(
            package: "org.example.rooms", name: "Rooms", release: release, rollout: 20, withdrawn: "Loses rooms.",
            existed: true)
        var script = try testServer.answers([])
        script["HEAD \(path)"] = [["upload": true]]
        script["PUT \(path)"] = [["upload": true]]
        script["POST /v1/releases"] = [["text": String(decoding: try JSONEncoder().encode(made), as: UTF8.self)]]
        try testServer.server.script(script)
        let there = """
            launcher: Rooms 1.0 (org.example.rooms) is already published at \(testServer.server.address), from the same file: channel \
            beta, for 20 % of its users.
            launcher: It was withdrawn and can no longer be downloaded: Loses rooms.
            launcher: To offer it again, at the server: catalog-server package restore org.example.rooms \(digest.prefix(12))

            """
        let notes = "\(testServer.sandbox.folder)/notes"
        try Data("Two\r\nlines".utf8).write(to: URL(filePath: notes))
        let same = try testServer.store("publish", file, "--channel", "beta", "--rollout", "20", "--notes", notes)
        #expect(same.status == 0 && same.errors == there, "\(same.errors)")
        try Data("Other lines".utf8).write(to: URL(filePath: notes))
        let other = try testServer.store(
            "publish", file, "--channel", "stable", "--rollout", "100", "--notes", notes)
        #expect(
            other.errors == there + """
                launcher: Not applied: channel stable. At the server: catalog-server package channel org.example.rooms \
                \(digest.prefix(12)) stable
                launcher: Not applied: 100 % of its users. At the server: catalog-server package rollout org.example.rooms \
                \(digest.prefix(12)) 100
                launcher: Not applied: these notes. An administrator changes them: PATCH \(testServer.server.address)/v1/admin/packages\
                /org.example.rooms/releases/\(digest)

                """)
    }

    @Test("Publishing again does not offer to undo what an administrator decided since, unless it was asked for")
    func leavesDecisions() throws {
        let (file, path) = try prepare()
        let release = try testServer.release(file, version: "1.0", channel: .beta)
        let made = Publication(
            package: "org.example.rooms", name: "Rooms", release: release, rollout: 50, withdrawn: nil, existed: true)
        var script = try testServer.answers([])
        script["HEAD \(path)"] = [["upload": true]]
        script["PUT \(path)"] = [["upload": true]]
        script["POST /v1/releases"] = [["text": String(decoding: try JSONEncoder().encode(made), as: UTF8.self)]]
        try testServer.server.script(script)
        let plain = try testServer.store("publish", file)
        #expect(
            plain.status == 0 && plain.errors.contains("channel beta, for 50 %")
                && !plain.errors.contains("Not applied"), "\(plain)")
        let asked = try testServer.store("publish", file, "--rollout", "100")
        #expect(asked.errors.contains("Not applied: 100 %") && !asked.errors.contains("channel stable"), "\(asked)")
    }

    @Test("An interrupted upload resumes by itself")
    func cut() throws {
        let (file, path) = try prepare(uploads: [
            ["upload": true, "cut": 500_000], ["upload": true, "cut": 300_000], ["upload": true],
        ])
        let answer = try testServer.store("publish", file)
        #expect(answer.status == 0, "\(answer.errors)")
        let size = try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        let ranges = testServer.server.requests("PUT", path).map { $0.headers["content-range"] }
        #expect(ranges == [nil, "bytes 500000-\(size - 1)/\(size)", "bytes 800000-\(size - 1)/\(size)"])
    }

    @Test("An upload that a proxy answers with a long page goes on")
    func longPage() throws {
        let (file, path) = try prepare(uploads: [["status": 502, "text": "x", "repeat": 100_000], ["upload": true]])
        let answer = try testServer.store("publish", file)
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(testServer.server.requests("PUT", path).count == 2)
    }

    @Test(
        "Publishing waits while another request uploads the same file, and says so if that does not end",
        arguments: [1, 9])
    func busy(times: Int) throws {
        let refusal: ScriptedServer.Answer = [
            "status": 409, "headers": ["Retry-After": "0", "Upload-Offset": "0"],
            "text": #"{"error":{"code":"uploadBusy","message":"Busy."}}"#,
        ]
        let (file, path) = try prepare(uploads: Array(repeating: refusal, count: times) + [["upload": true]])
        let answer = try testServer.store("publish", file)
        #expect(answer.status == (times == 1 ? 0 : 75), "\(answer.errors)")
        #expect(answer.errors.contains(times == 1 ? "Published Rooms 1.0" : "try again when that has ended"))
        #expect(testServer.server.requests("PUT", path).count == (times == 1 ? 2 : 5))
    }

    @Test("A file that is cut while it is sent is blamed by name")
    func cutFile() throws {
        // More than the network buffers hold while the server does not read.
        let file = try testServer.sandbox.makePackage(version: "1.0", payload: 32 << 20)
        let path = "/v1/uploads/\(try testServer.release(file, version: "1.0", channel: .beta).sha256)"
        var script = try testServer.answers([])
        script["PUT \(path)"] = [["upload": true, "hold": true]]
        script["HEAD \(path)"] = [["upload": true]]
        try testServer.server.script(script)
        try testServer.logIn()
        let cutting = """
            "$1" publish "$2" &
            until [ -e "$3/held" ]; do kill -0 $! || exit 99; sleep 0.05; done
            truncate --size 1M "$2"
            touch "$3/go"
            wait $!
            """
        let answer = try Finished.run(
            ["/bin/sh", "-c", cutting, "sh", Sandbox.program, file, testServer.server.folder],
            environment: testServer.sandbox.environment)
        #expect(answer.status == 65, "\(answer.errors)")
        #expect(answer.errors == "launcher: \(file) was cut while it was sent; publish it again.\n")
        #expect(testServer.server.requests("POST", "/v1/releases").isEmpty)
    }

    @Test("A killed upload resumes in another process")
    func killed() throws {
        let (file, path) = try prepare(uploads: [["upload": true, "cut": 700_000, "delay": 600], ["upload": true]])
        let digest = path.split(separator: "/").last ?? ""
        let uploads = "\(testServer.server.folder)/uploads"
        try FileManager.default.createDirectory(atPath: uploads, withIntermediateDirectories: true)
        try Data(contentsOf: URL(filePath: file)).prefix(700_000).write(to: URL(filePath: "\(uploads)/\(digest)"))
        let process = try testServer.sandbox.start(["publish", file])
        while testServer.server.requests("PUT", path).isEmpty { Thread.sleep(forTimeInterval: 0.01) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try testServer.store("publish", file).status == 0)
        #expect(
            testServer.server.requests("PUT", path).last?.headers["content-range"]?.hasPrefix("bytes 700000-") == true)
    }

    @Test("An upload that was cut after its last byte is completed without sending a byte again")
    func cutAtEnd() throws {
        let (file, path) = try prepare(uploads: [["upload": true, "cut": 1 << 30], ["upload": true]])
        let answer = try testServer.store("publish", file)
        #expect(answer.status == 0, "\(answer.errors)")
        let requests = testServer.server.requests("PUT", path)
        let size = try Data(contentsOf: URL(filePath: file)).count
        #expect(requests.count == 2)
        #expect(requests.last?.headers["content-range"] == "bytes */\(size)")
        #expect(requests.last?.headers["content-length"] == "0")
    }

    @Test(
        "A refusal of the server is shown in its own words",
        arguments: [(422, 65), (409, 65), (403, 77), (429, 75)] as [(Int, Int32)])
    func refused(status: Int, exit: Int32) throws {
        let words = #"{"error":{"code":"x","message":"That version is there with other bytes."}}"#
        let (file, _) = try prepare(publication: ["status": status, "headers": ["Retry-After": "3600"], "text": words])
        let answer = try testServer.store("publish", file)
        #expect(answer.status == exit, "\(answer.errors)")
        if status != 429 { #expect(answer.errors.contains("other bytes")) }
    }

    @Test("A user who may not publish is told so before anything is sent")
    func notPublisher() throws {
        let (file, path) = try prepare()
        try testServer.server.script(["HEAD \(path)": [["status": 403]]])
        let answer = try testServer.store("publish", file)
        let sentence =
            "launcher: You are not a publisher at \(testServer.server.address); ask its administrator to make you one.\n"
        #expect(answer.status == 77 && answer.errors == sentence, "\(answer.errors)")
        #expect(testServer.server.requests("PUT", path).isEmpty)
    }

    @Test("A package that the server would refuse is refused before anything is sent")
    func refusedHere() throws {
        let (file, _) = try prepare()
        let bad = "\(testServer.sandbox.folder)/bad.ipa"
        try Data(contentsOf: URL(filePath: file)).prefix(1000).write(to: URL(filePath: bad))
        #expect(try testServer.store("publish", bad).status == 65)
        let foreign = try testServer.sandbox.makePackage(version: "2.0", group: "org.example.others")
        let refused = try testServer.store("publish", foreign)
        #expect(refused.status == 65 && refused.errors.contains("the group org.example.others"), "\(refused.errors)")
        let long = "\(testServer.sandbox.folder)/long"
        try Data(repeating: 97, count: 70_000).write(to: URL(filePath: long))
        #expect(try testServer.store("publish", file, "--notes", long).status == 65)
        try Data([0xFF]).write(to: URL(filePath: long))
        #expect(try testServer.store("publish", file, "--notes", long).status == 65)
        #expect(try testServer.store("publish", file, "--notes", "/nowhere").status == 66)
        #expect(try testServer.store("publish", file, "--rollout", "101").status == 64)
        #expect(try testServer.store("publish", file, "--channel", "nightly").status == 64)
        #expect(testServer.server.requests.allSatisfy { !["HEAD", "PUT"].contains($0.method) })
    }

    @Test("pack refuses to write to standard output, and makes no file of that name")
    func packsIntoFile() throws {
        let sandbox = testServer.sandbox
        try sandbox.makePackage(version: "1.0")
        let refused = try sandbox.store("pack", "\(sandbox.folder)/1.0/Rooms.app", "-o", "-")
        #expect(refused.status == 64 && refused.errors.contains("name one, or ./- for this name"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder)/-"))
    }

    @Test("A server that loses what it had of a file again and again is given up")
    func backAndForth() throws {
        let answers: [ScriptedServer.Answer] = (0..<40).map {
            ["status": 409, "headers": ["Upload-Offset": $0.isMultiple(of: 2) ? "1000" : "0"], "text": "{}"]
        }
        let (file, path) = try prepare(uploads: answers)
        let answer = try testServer.store("publish", file)
        #expect(answer.status == 76 && answer.errors.contains("accepts no more"), "\(answer.errors)")
        #expect(testServer.server.requests("PUT", path).count <= 7)
    }

    @Test("Notes are read from a standard input that is a socket")
    func notesFromSocket() throws {
        let (file, _) = try prepare()
        let feeding = """
            import socket, subprocess, sys
            ours, theirs = socket.socketpair()
            ours.sendall(b"From afar")
            ours.shutdown(socket.SHUT_WR)
            sys.exit(subprocess.run(sys.argv[1:], stdin=theirs).returncode)
            """
        let answer = try Finished.run(
            [Python.interpreter.path, "-c", feeding, Sandbox.program, "publish", file, "--notes", "-"],
            environment: testServer.sandbox.environment)
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(testServer.server.requests("POST", "/v1/releases").first?.body.contains("From afar") == true)
    }
}
