import Accounts
import AppCatalog
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The upload of packages", .serialized, .timeLimit(.minutes(20)))
struct UploadRouteTests {
    private let files: TemporaryFolder
    private let server: RunningServer
    private let ada: RunningServer.Account

    init() async throws {
        files = try TemporaryFolder()
        // On a busy machine, even a good client may pause for long, and must not be cut.
        server = try await RunningServer(options: ["--transfer-seconds", "600", "--package-mebibytes", "300"])
        ada = try await server.addUser("ada", role: .publisher)
    }

    private func part(_ package: SamplePackage, _ range: Range<Int>) throws -> [String] {
        let file = try files.write("part-\(UUID().uuidString)", Array(package.bytes[range]))
        return [
            "-T", file, "-H", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(package.bytes.count)",
        ]
    }

    private func offset(_ package: SamplePackage) async throws -> Int? {
        let answer = try await server.curl(ada.header + ["-I"], "/v1/uploads/\(package.hash)")
        return answer.status == 404 ? nil : answer.headers["upload-offset"].flatMap { Int($0) }
    }

    @Test("An upload resumes in another request where the last one ended")
    func goesOn() async throws {
        let package = try SamplePackage(payload: 1 << 20, in: files)
        let count = package.bytes.count
        let path = "/v1/uploads/\(package.hash)"
        #expect(try await offset(package) == nil)
        var answer = try await server.curl(ada.header + part(package, 0..<1000), path)
        #expect(answer.status == 202 && answer.headers["upload-offset"] == "1000", "\(answer)")
        #expect(try await offset(package) == 1000)
        for range in [0..<1000, 999..<2000, 1001..<2000, count - 1..<count] {
            answer = try await server.curl(ada.header + part(package, range), path)
            #expect(answer.status == 409 && answer.code == "wrongOffset" && answer.headers["upload-offset"] == "1000")
        }
        answer = try await server.curl(ada.header + part(package, 1000..<count), path)
        #expect(answer.status == 201 && answer.headers["upload-offset"] == "\(count)", "\(answer)")
        #expect(try await offset(package) == count)
        #expect(try await server.upload(package, as: ada).status == 201)
        let bob = try await server.addUser("bob", role: .publisher)
        #expect(try await server.curl(bob.header + ["-I"], path).status == 404)
        #expect(try await server.release(package, as: bob).code == "notFound")
    }

    @Test("If all bytes of an upload had arrived when the server was killed, a request without bytes completes it")
    func isCompleted() async throws {
        let (package, other) = (try SamplePackage(payload: 1 << 20, in: files), try SamplePackage("2", in: files))
        let uploads = "\(server.folder.path)/uploads/\(ada.user.id.rawValue)"
        try FileManager.default.createDirectory(atPath: uploads, withIntermediateDirectories: true)
        // What such a server leaves behind: all bytes, or those of another file.
        try FileManager.default.copyItem(atPath: package.path, toPath: "\(uploads)/\(package.hash).part")
        try FileManager.default.copyItem(atPath: package.path, toPath: "\(uploads)/\(other.hash).part")
        func complete(_ hash: BlobDigest, _ total: Int) async throws -> CurlAnswer {
            try await server.curl(
                ada.header + ["-X", "PUT", "-d", "", "-H", "Content-Range: bytes */\(total)"], "/v1/uploads/\(hash)")
        }
        let (path, count) = ("/v1/uploads/\(package.hash)", package.bytes.count)
        var state = try await server.curl(ada.header + ["-I"], path)
        #expect(state.headers["upload-offset"] == "\(count)" && state.headers["upload-complete"] == "?0", "\(state)")
        let early = try await complete(package.hash, count + 1)
        #expect(early.status == 409 && early.headers["upload-offset"] == "\(count)", "\(early)")
        let answer = try await complete(package.hash, count)
        #expect(answer.status == 201 && answer.headers["upload-complete"] == "?1", "\(answer)")
        state = try await server.curl(ada.header + ["-I"], path)
        #expect(state.headers["upload-offset"] == "\(count)" && state.headers["upload-complete"] == "?1", "\(state)")
        #expect(try await complete(package.hash, count).status == 201)
        #expect(try await server.release(package, as: ada).status == 201)
        #expect(try await complete(other.hash, count).code == "hashMismatch")
        let nothing = try await complete(other.hash, count)
        #expect(nothing.status == 409 && nothing.headers["upload-offset"] == "0", "\(nothing)")
    }

    @Test("An upload resumes after the server was killed, at the length on disk")
    func survivesKill() async throws {
        let package = try SamplePackage(payload: 24 << 20, in: files)
        var kills = 0
        let file = "\(server.folder.path)/uploads/\(ada.user.id.rawValue)/\(package.hash).part"
        for _ in 0..<4 {
            let have = try await offset(package) ?? 0
            async let sending = server.curl(
                ada.header + part(package, have..<package.bytes.count) + ["--limit-rate", "500K"],
                "/v1/uploads/\(package.hash)")
            while try !FileManager.default.fileExists(atPath: file)
                || FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0 <= have
            { try await Task.sleep(for: .milliseconds(Int.random(in: 10...300))) }
            server.kill()
            #expect(try await sending.exitStatus != 0)
            kills += 1
            try await server.start()
            let now = try await offset(package) ?? 0
            #expect(now > have && now < package.bytes.count)
        }
        let have = try await offset(package) ?? 0
        #expect(have > 0 && kills == 4)
        let last = try await server.curl(
            ada.header + part(package, have..<package.bytes.count), "/v1/uploads/\(package.hash)")
        #expect(last.status == 201, "\(last)")
        #expect(try await server.release(package, as: ada).status == 201)
    }

    @Test("An upload resumes after the connection was cut")
    func survivesCut() async throws {
        let package = try SamplePackage(payload: 16 << 20, in: files)
        let client = try RunningProcess(
            "/usr/bin/curl",
            ada.header + [
                "--silent", "-T", package.path, "--limit-rate", "200K", "\(server.url)/v1/uploads/\(package.hash)",
            ], environment: .current)
        #expect(try await comesTrue { try await offset(package) ?? 0 > 0 })
        client.send(SIGKILL)
        #expect(try await client.result().ending == .signal(SIGKILL))
        // The server may still be writing what had arrived.
        let isWhole = try await comesTrue {
            let have = try #require(try await offset(package))
            #expect(have > 0 && have < package.bytes.count)
            let rest = try await server.curl(
                ada.header + part(package, have..<package.bytes.count), "/v1/uploads/\(package.hash)")
            #expect([201, 409].contains(rest.status), "\(rest)")
            return rest.status == 201
        }
        #expect(isWhole)
    }

    @Test("A second upload of the same file is refused while the first is running")
    func isLocked() async throws {
        var attempt = 0
        // On a busy machine, the first request may pause for two seconds, so that it is cut and the second one takes over,
        // or it may have ended before: both then try again.
        let wasRefused = try await comesTrue {
            attempt += 1
            let package = try SamplePackage("1.\(attempt)", payload: 12 << 20, in: files)
            let slow = ada.header + ["-T", package.path, "--limit-rate", "1M"]
            async let first = server.curl(slow, "/v1/uploads/\(package.hash)")
            #expect(try await comesTrue { try await offset(package) ?? 0 > 0 })
            let second = try await server.curl(ada.header + ["-T", package.path], "/v1/uploads/\(package.hash)")
            let deletion = try await server.curl(ada.header + ["-X", "DELETE"], "/v1/uploads/\(package.hash)")
            let status = try await first.status
            guard status == 201, second.status != 201, deletion.status != 204 else { return false }
            #expect(deletion.status == 409 && deletion.code == "uploadBusy", "\(deletion)")
            #expect(
                second.status == 409 && second.code == "uploadBusy" && second.headers["retry-after"] == "2",
                "\(second)")
            #expect(try await server.release(package, as: ada).status == 201)
            return true
        }
        #expect(wasRefused)
    }

    @Test("A new upload takes over from a request that has stalled")
    func takesOver() async throws {
        let package = try SamplePackage(payload: 1 << 20, in: files)
        struct Given: Encodable {
            let url: String
            let token: String
            let hash: String
            let file: String
        }
        let program = """
            import socket, time, urllib.parse
            url = urllib.parse.urlsplit(given["url"])
            connection = socket.create_connection((url.hostname, url.port))
            connection.sendall((f"PUT /v1/uploads/{given['hash']} HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 1000000\\r\\n"
                f"Authorization: Bearer {given['token']}\\r\\n\\r\\n").encode() + bytes(10000))
            open(given["file"], "w").close()
            connection.settimeout(600)
            try: answer = connection.recv(100).decode()
            except ConnectionError: answer = ""
            """
        let sign = "\(files.path)/sign"
        let still = Given(url: server.url, token: ada.token, hash: "\(package.hash)", file: sign)
        async let ended: String = Python.run(program, given: still)
        while !FileManager.default.fileExists(atPath: sign) { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await comesTrue { try await offset(package) != nil })
        let answer = try await server.upload(package, as: ada)
        #expect(answer.status == 201, "\(answer)")
        #expect(try await ended.isEmpty)
    }

    @Test("An upload that is malformed, too large, mismatched or not by a publisher is refused")
    func isRefused() async throws {
        let package = try SamplePackage(in: files)
        let other = try SamplePackage("2", in: files)
        let path = "/v1/uploads/\(package.hash)"
        let mismatch = try await server.curl(ada.header + ["-T", other.path], path)
        #expect(mismatch.status == 422 && mismatch.code == "hashMismatch", "\(mismatch)")
        #expect(try await offset(package) == nil)
        let eve = try await server.addUser("eve")
        let forbidden = try await server.curl(eve.header + ["-T", package.path], path)
        #expect(forbidden.status == 403 && forbidden.code == "forbidden", "\(forbidden)")
        #expect(try await server.curl(["-T", package.path], path).status == 401)
        let chunked = try await server.curl(
            ada.header + ["-T", package.path, "-H", "Transfer-Encoding: chunked"], path)
        #expect(chunked.status == 411, "\(chunked)")
        for range in ["bytes 0-5/x", "bytes 0-5/6", "bytes */6", "items 0-1/2", "bytes 5-0/9"] {
            let answer = try await server.curl(
                ada.header + ["-T", package.path, "-H", "Content-Range: \(range)"], path)
            #expect(answer.status == 400 && answer.code == "malformed", "\(range) \(answer)")
        }
        let huge = try await server.curl(
            ada.header + ["-T", package.path, "-H", "Content-Range: bytes 0-\(package.bytes.count - 1)/400000000"], path
        )
        #expect(huge.status == 413 && huge.code == "tooLarge", "\(huge)")
        #expect(try await server.curl(ada.header + ["-T", package.path], "/v1/uploads/ABC").status == 400)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(server.folder.path)/uploads/\(ada.user.id.rawValue)")
                .isEmpty)
    }

    @Test("A user with too many unpublished uploads can't upload more until one of them is gone")
    func isCounted() async throws {
        for number in 0..<UploadLimits.standard.files {
            let package = try SamplePackage(Array("no package \(number)".utf8), name: "\(number).ipa", in: files)
            try #require(try await server.upload(package, as: ada).status == 201)
        }
        let package = try SamplePackage(in: files)
        let refused = try await server.upload(package, as: ada)
        #expect(refused.status == 422 && refused.code == "tooManyUploads", "\(refused)")
        #expect(refused.message?.contains("16 files") == true)
        #expect(refused.message?.contains("DELETE /v1/uploads/SHA-256") == true)
        let garbage = try SamplePackage(Array("no package 7".utf8), name: "again.ipa", in: files)
        #expect(try await server.release(garbage, as: ada).status == 422)
        #expect(try await server.upload(package, as: ada).status == 201)
    }

    @Test(arguments: [true, false])
    func `A user can delete an upload of their own, complete or not`(isComplete: Bool) async throws {
        let package = try SamplePackage(payload: 1 << 20, in: files)
        let path = "/v1/uploads/\(package.hash)"
        let sent = try await server.curl(
            ada.header + part(package, 0..<(isComplete ? package.bytes.count : 1000)), path)
        try #require(sent.status == (isComplete ? 201 : 202), "\(sent)")
        let bob = try await server.addUser("bob", role: .publisher)
        #expect(try await server.curl(bob.header + ["-X", "DELETE"], path).status == 404)
        #expect(try await offset(package) != nil)
        #expect(try await server.curl(ada.header + ["-X", "DELETE"], path).status == 204)
        #expect(try await offset(package) == nil)
        #expect(try await server.curl(ada.header + ["-X", "DELETE"], path).status == 404)
        #expect(try server.folder.files().keys.allSatisfy { !$0.hasPrefix("uploads/") })
    }

    @Test("An upload ends within a second once its user loses the role or the session", arguments: [true, false])
    func ends(byRole: Bool) async throws {
        let package = try SamplePackage(payload: 24 << 20, in: files)
        async let cut = server.curl(
            ada.header + ["-T", package.path, "--limit-rate", "500K"], "/v1/uploads/\(package.hash)")
        #expect(try await comesTrue { try await offset(package) ?? 0 > 0 })
        if byRole {
            try await server.store.setRole(.user, of: ada.user.name, by: RunningServer.who)
        } else {
            try await server.store.endSession(ada.session.id, of: ada.user.id, by: RunningServer.who)
        }
        let answer = try await cut
        // 52: no answer; 55 and 56: the connection was reset. Any other status means that the whole file arrived.
        #expect([52, 55, 56].contains(answer.exitStatus), "\(answer)")
    }

    @Test("Uploading a large package takes little memory")
    func isConstant() async throws {
        try #require(
            try await server.upload(try SamplePackage("0", payload: 8 << 20, in: files), as: ada).status == 201)
        let before = try server.residentMemory()
        let path = "\(files.path)/large"
        let made = try await Finished.run([
            "/bin/sh", "-c", "head -c 209715200 /dev/urandom > '\(path)' && sha256sum '\(path)'",
        ])
        let hash = made.output.prefix(64)
        async let sent = server.curl(ada.header + ["-T", path], "/v1/uploads/\(hash)")
        var peak = before
        for _ in 0..<40 {
            peak = max(peak, try server.residentMemory())
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await sent.status == 201)
        peak = max(peak, try server.residentMemory())
        #expect(peak - before < 16 << 20, "200 MiB took \((peak - before) >> 20) MiB")
    }

    @Test("An upload to a full disk is refused with status 507 and resumes once there is room")
    func needsRoom() async throws {
        let limited = try await RunningServer(launcher: ["/usr/bin/prlimit", "--fsize=6000000:", "--"])
        let bob = try await limited.addUser("bob", role: .publisher)
        let package = try SamplePackage(payload: 12 << 20, in: files)
        let answer = try await limited.upload(package, as: bob)
        #expect(answer.status == 507 && answer.code == "noSpace", "\(answer)")
        // The administrator learns which disk it is, and the client doesn't.
        let failures = limited.log.split(separator: "\n").filter { $0.contains(#""level":"error""#) }
        #expect(failures.count == 1 && failures[0].contains("\(limited.folder.path)/uploads/"), "\(failures)")
        #expect(answer.message?.contains(limited.folder.path) == false, "\(answer)")
        #expect(try await limited.curl([], "/healthz").status == 200)
        let small = try SamplePackage("2", in: files)
        try await limited.publish(small, as: bob)
        let have = try #require(
            Int(
                try await limited.curl(bob.header + ["-I"], "/v1/uploads/\(package.hash)").headers["upload-offset"]
                    ?? ""))
        #expect(have > 0 && have <= 6_000_000)
        let set = try await Finished.run(["/usr/bin/prlimit", "--pid", "\(limited.identifier)", "--fsize=unlimited:"])
        try #require(set.status == 0, "\(set.errors)")
        #expect(
            try await limited.curl(
                bob.header + part(package, have..<package.bytes.count), "/v1/uploads/\(package.hash)"
            ).status == 201)
        #expect(try await limited.release(package, as: bob).status == 201)
    }
}
