import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Downloads")
struct DownloadTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    /// Publishes one version whose file is answered so, one answer after the other; the usual one is changed by each.
    @discardableResult
    func publish(payload: Int = 1 << 20, _ changes: [(inout ScriptedServer.Answer) -> Void]) throws -> CatalogRelease {
        let (releases, files) = try testServer.makeReleases(["1.0"], payload: payload)
        var script = try testServer.answers([testServer.package(releases)], files: files)
        let usual = try #require(script["GET /files/1.0"]?.first)
        script["GET /files/1.0"] = changes.map { change in
            var answer = usual
            change(&answer)
            return answer
        }
        try testServer.server.script(script)
        try testServer.logIn()
        return releases[0]
    }

    /// Offers a version with a whole file, by default the one that was published.
    func serve(_ release: CatalogRelease, from file: String? = nil) throws {
        let file = file ?? "\(testServer.sandbox.folder)/Rooms-1.0.ipa"
        try testServer.server.script(try testServer.answers([testServer.package([release])], files: ["1.0": file]))
    }

    var downloads: [ScriptedServer.Request] { testServer.server.requests("GET", "/files/1.0") }

    func expectInstalled() throws {
        #expect(try testServer.rooms?.version == "1.0" && testServer.rooms?.isShown == true)
        #expect(try testServer.parts.isEmpty)
    }

    func expectNothing() throws {
        #expect(try testServer.rooms == nil && testServer.parts.isEmpty)
        #expect(try testServer.sandbox.onDisk().isEmpty)
    }

    @Test("A download installs the catalog's release and prints little without a terminal")
    func installs() throws {
        try publish([{ _ in }])
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 0 && answer.output.isEmpty)
        #expect(answer.errors == "launcher: Installed Rooms 1.0 (org.example.rooms).\n")
        try expectInstalled()
        let again = try testServer.store("install", "org.example.rooms")
        #expect(again.status == 0 && again.errors.contains("already installed") && downloads.count == 1)
    }

    @Test("An interrupted download resumes by itself where it stopped")
    func cut() throws {
        let release = try publish([{ $0["cut"] = 300_000 }, { $0["cut"] = 200_000 }, { _ in }])
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        // What lay in the buffers of a connection that was cut may be lost: it goes on with what is on the disk.
        let starts = downloads.map { $0.headers["range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0 }
        #expect(starts.count == 3 && starts[0] < starts[1] && starts[1] < starts[2] && starts[2] <= 500_000)
        #expect(downloads.dropFirst().allSatisfy { $0.headers["if-range"] == "\"\(release.sha256)\"" })
    }

    @Test("A killed download resumes in the next process")
    func resumes() throws {
        try publish([{ $0["pause"] = [400_000, 600] }, { _ in }])
        let process = try testServer.sandbox.start(["install", "rooms"])
        while try testServer.partSize < 400_000 { Thread.sleep(forTimeInterval: 0.01) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try testServer.rooms == nil && testServer.parts.count == 1)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.last?.headers["range"] == "bytes=400000-")
    }

    @Test("A download from a server without ranges begins again")
    func noRanges() throws {
        try publish([{ $0["cut"] = 300_000 }, { $0["range"] = false }])
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
    }

    @Test("A download without an announced length is complete when it ends")
    func chunked() throws {
        try publish([
            {
                $0["cut"] = 300_000; $0["chunked"] = true
            }, { $0["chunked"] = true },
        ])
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.count == 2)
    }

    @Test(
        "A download from a failing server is retried, after the pause that it asks for",
        arguments: [(500, nil), (502, nil), (503, "1"), (429, "1")] as [(Int, String?)])
    func trouble(status: Int, retryAfter: String?) throws {
        let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        try publish([{ $0 = ["status": status, "headers": headers, "text": "{}"] }, { _ in }])
        let start = ContinuousClock.now
        #expect(try testServer.store("install", "rooms").status == 0)
        if retryAfter != nil { #expect(ContinuousClock.now - start >= .seconds(1)) }
        try expectInstalled()
        #expect(downloads.count == 2)
    }

    @Test(
        "A refusal counts even if its page is longer than the client reads",
        arguments: [(502, 0), (401, 77), (404, 66)] as [(Int, Int32)])
    func longPage(status: Int, exit: Int32) throws {
        try publish([{ $0 = ["status": status, "text": "x", "repeat": 100_000] }, { _ in }])
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == exit, "\(answer.errors)")
        if exit == 0 { try expectInstalled() } else { try expectNothing() }
    }

    @Test("A server that asks for a long pause is left alone", arguments: [429, 503])
    func leftAlone(status: Int) throws {
        try publish([{ $0 = ["status": status, "headers": ["Retry-After": "7200"], "text": "{}"] }])
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 75 && answer.errors.contains("in 2 hours"), "\(answer.errors)")
        #expect(downloads.count == 1)
        try expectNothing()
    }

    @Test("A download that is interrupted again and again stops, says that it resumes later, and does")
    func neverWhole() throws {
        let release = try publish([{ $0["cut"] = 100_000 }, { $0["cut"] = 0 }])
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 75 && answer.errors.contains("resumes at"), "\(answer.errors)")
        #expect((5...6).contains(downloads.count))
        #expect(try testServer.rooms == nil && testServer.parts.count == 1)
        try serve(release)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.last?.headers["range"] != nil)
    }

    @Test(
        "A download with other bytes than the catalog's is refused and deleted",
        arguments: ["swapped", "one bit", "page"])
    func corrupted(how: String) throws {
        let release = try publish([{ _ in }])
        let file = "\(testServer.sandbox.folder)/other"
        var bytes = try Data(contentsOf: URL(filePath: "\(testServer.sandbox.folder)/Rooms-1.0.ipa"))
        switch how {
        case "swapped": bytes = Data(repeating: 7, count: bytes.count)
        case "one bit": bytes[bytes.count / 2] ^= 1
        default: bytes = Data("<html>Log in to the network of this hotel</html>".utf8)
        }
        try bytes.write(to: URL(filePath: file))
        try serve(release, from: file)
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == (how == "page" ? 76 : 65), "\(answer.errors)")
        #expect(answer.errors.contains("nothing was installed") || answer.errors.contains("Nothing was installed"))
        try expectNothing()
    }

    @Test("A download that resumes with spoiled bytes begins again by itself")
    func spoiltPart() throws {
        let release = try publish([{ _ in }])
        try leavePart(release.sha256, Data(repeating: 7, count: 500_000))
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.map { $0.headers["range"] } == ["bytes=500000-", nil])
        try leavePart(release.sha256, Data(repeating: 7, count: 5_000_000))
        #expect(try testServer.store("remove", "rooms").status == 0)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
    }

    @Test("A download with a false length is refused", arguments: ["longer", "more", "range", "unasked"])
    func lies(how: String) throws {
        let release = try publish([{ _ in }])
        let size = Int(release.size)
        let text = String(repeating: "x", count: size + 1)
        let answer: ScriptedServer.Answer =
            switch how {
            case "longer": ["text": text]
            case "more": ["text": text, "chunked": true]
            case "unasked": ["status": 206, "text": "x", "headers": ["Content-Range": "bytes 0-0/\(size)"]]
            default: ["status": 206, "text": "x", "headers": ["Content-Range": "bytes 7-7/\(size)"]]
            }
        var script = try testServer.answers([testServer.package([release])])
        script["GET /files/1.0"] =
            how == "range" ? [["file": "\(testServer.sandbox.folder)/Rooms-1.0.ipa", "cut": 1000], answer] : [answer]
        try testServer.server.script(script)
        let result = try testServer.store("install", "rooms")
        #expect(result.status == 76, "\(result.errors)")
        try expectNothing()
    }

    @Test("A download follows a redirection to another server, which never gets the token")
    func redirected() throws {
        let release = try publish([{ _ in }])
        let other = try ScriptedServer(
            try testServer.answers(
                [testServer.package([release])], files: ["1.0": "\(testServer.sandbox.folder)/Rooms-1.0.ipa"]))
        var script = try testServer.answers([testServer.package([release])])
        script["GET /files/1.0"] = [["status": 307, "headers": ["Location": "\(other.address)/files/1.0"]]]
        try testServer.server.script(script)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        let there = try #require(other.requests.first)
        #expect(there.headers["authorization"] == nil)
        #expect(downloads.allSatisfy { $0.headers["authorization"] == "Bearer \(TestServer.token)" })
    }

    @Test("If a redirection leads to a host that cannot be reached, the message names that host")
    func redirectedToNowhere() throws {
        let release = try publish([{ _ in }])
        let elsewhere = "127.0.0.1:\(try FreePort.take())"
        var script = try testServer.answers([testServer.package([release])])
        script["GET /files/1.0"] = [["status": 307, "headers": ["Location": "http://\(elsewhere)/files/1.0"]]]
        try testServer.server.script(script)
        let answer = try testServer.store("install", "rooms")
        let sentence =
            "\(elsewhere), to which \(testServer.server.address) redirects, cannot be reached: no server listens there."
        #expect(answer.status == 69 && answer.errors.contains(sentence), "\(answer.errors)")
    }

    @Test("A download that another server cuts off goes on there, although that server has other tags")
    func resumesElsewhere() throws {
        let release = try publish([{ _ in }])
        let there = try testServer.answers(
            [testServer.package([release])], files: ["1.0": "\(testServer.sandbox.folder)/Rooms-1.0.ipa"])
        let other = try ScriptedServer(
            there.mapValues { answers in
                answers.flatMap { answer in
                    var (whole, cut) = (answer, answer)
                    whole["headers"] = ["ETag": "\"a tag of the other server\""]
                    cut["cut"] = 300_000
                    return [cut, whole]
                }
            })
        var script = try testServer.answers([testServer.package([release])])
        script["GET /files/1.0"] = [["status": 307, "headers": ["Location": "\(other.address)/files/1.0"]]]
        try testServer.server.script(script)
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 0, "\(answer.errors)")
        try expectInstalled()
        let requests = other.requests("GET", "/files/1.0")
        #expect(requests.count == 2 && requests.last?.headers["range"] != nil)
        #expect(requests.allSatisfy { $0.headers["if-range"] == nil })
        #expect(downloads.last?.headers["if-range"] == "\"\(release.sha256)\"")
    }

    @Test(
        "A download that is no longer allowed says so",
        arguments: [(404, 66), (401, 77), (403, 77)] as [(Int, Int32)])
    func revoked(status: Int, exit: Int32) throws {
        try publish([{ $0 = ["status": status, "text": "{}"] }])
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == exit && answer.errors.split(separator: "\n").count == 1, "\(answer.errors)")
        try expectNothing()
    }

    @Test(
        "A download that ends because of the login or a strange answer goes on later",
        arguments: [(401, 77), (403, 77), (200, 76)] as [(Int, Int32)])
    func goesOnLater(status: Int, exit: Int32) throws {
        let release = try publish([{ $0["cut"] = 400_000 }, { $0 = ["status": status, "text": "Maintenance"] }])
        #expect(try testServer.store("install", "rooms").status == exit)
        #expect(try testServer.rooms == nil && testServer.parts.count == 1)
        try serve(release)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.last?.headers["range"] != nil)
    }

    @Test("A download of a refused package says why and leaves nothing behind")
    func refusedPackage() throws {
        let file = "\(testServer.sandbox.folder)/bad.ipa"
        try Data("PK\u{3}\u{4}not a package".utf8).write(to: URL(filePath: file))
        let release = try testServer.release(file, version: "1.0")
        try serve(release, from: file)
        try testServer.logIn()
        let direct = try testServer.store("inspect", file)
        let answer = try testServer.store("install", "rooms")
        #expect(direct.status == 65 && answer.status == 65, "\(answer.errors)")
        try expectNothing()
    }

    @Test("A download of another package than the catalog's is refused", arguments: ["id", "group", "version"])
    func otherPackage(what: String) throws {
        let file = try testServer.sandbox.makePackage(
            version: "1.0", id: what == "id" ? "org.example.trap" : "org.example.rooms",
            group: what == "group" ? "org.example.others" : "org.example.registry")
        let release = try testServer.release(file, version: what == "version" ? "9.0" : "1.0")
        try testServer.server.script(
            try testServer.answers([testServer.package([release])], files: [release.version ?? "": file]))
        try testServer.logIn()
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 65 && answer.errors.contains("nothing was installed"), "\(answer.errors)")
        try expectNothing()
    }

    @Test("Two concurrent downloads of the same file transfer it once")
    func twoAtOnce() throws {
        try publish([{ $0["pause"] = [400_000, 1] }])
        let processes = try (0..<3).map { _ in try testServer.sandbox.start(["install", "rooms"]) }
        for process in processes { process.waitUntilExit() }
        #expect(processes.allSatisfy { $0.terminationStatus == 0 })
        #expect(downloads.count == 1)
        try expectInstalled()
    }

    @Test("A download killed at any moment leaves the old or the new state, and the next one finishes it")
    func killedAnywhere() throws {
        try publish(payload: 3 << 20, [{ $0["pause"] = [1_000_000, 0.05] }])
        for _ in 0..<15 {
            let process = try testServer.sandbox.start(["install", "rooms"])
            Thread.sleep(forTimeInterval: .random(in: 0...0.5))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if let rooms = try testServer.rooms { #expect(rooms.isShown && rooms.version == "1.0") }
            if process.terminationReason == .exit {
                #expect(try testServer.store("remove", "rooms", "--purge").status == 0)
            }
        }
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
    }

    @Test("Abandoned downloads are removed after a while")
    func oldParts() throws {
        let (old, new) = (String(repeating: "0", count: 64), String(repeating: "1", count: 64))
        for (name, days) in [(old, 20), (new, 3)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: Double(-days) * 86_400)],
                ofItemAtPath: leavePart(name, Data([1])))
        }
        try publish([{ _ in }])
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.parts.map { $0.split(separator: "/").last } == ["\(new).part"])
    }

    @Test("Downloading several apps installs all that work and reports the others")
    func several() throws {
        let names = ["Rooms", "Tea", "Visa", "Inbox"]
        var (packages, script) = ([CatalogPackage](), [String: [ScriptedServer.Answer]]())
        for name in names {
            let file = try testServer.sandbox.makePackage(
                name, version: "1.0", id: "org.example.\(name.lowercased())", payload: 1 << 18)
            var release = try testServer.release(file, version: "1.0")
            release.path = "/files/\(name)"
            script["GET /files/\(name)"] = name == "Tea" ? [["status": 404, "text": "{}"]] : [["file": file]]
            packages.append(testServer.package([release], id: "org.example.\(name.lowercased())", name: name))
        }
        try testServer.server.script(try testServer.answers(packages).merging(script) { $1 })
        try testServer.logIn()
        let answer = try testServer.store("install", "rooms", "tea", "visa", "inbox", "rooms")
        let sentence = "\(testServer.server.address) no longer has Tea 1.0 for you, so it was not installed."
        #expect(answer.status == 66 && answer.errors.contains(sentence), "\(answer.errors)")
        #expect(try testServer.sandbox.registry.apps().map(\.name).sorted() == ["Inbox", "Rooms", "Visa"])
        #expect(try testServer.sandbox.registry.offers().map(\.name) == ["Tea"])
        #expect(try testServer.parts.isEmpty)
    }

    @Test("A download that starts over and never gets further is given up")
    func neverFurther() throws {
        let cuts = (0..<8).flatMap { _ in [300_000, 100_000] }
        try publish(
            cuts.map { cut in
                {
                    $0["range"] = false
                    $0["cut"] = cut
                }
            })
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 75, "\(answer.errors)")
        // What lay in the buffers of a connection that was cut may be lost, so the furthest byte may come a little later.
        #expect((5...8).contains(downloads.count), "\(downloads.count)")
    }
}

extension TestServer {
    /// Bytes that have arrived of what is under way.
    var partSize: Int {
        get throws {
            let folder = "\(sandbox.folder)/home/.cache/app-groups/downloads"
            guard let name = try? FileManager.default.contentsOfDirectory(atPath: folder).first else { return 0 }
            return try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int ?? 0
        }
    }
}
