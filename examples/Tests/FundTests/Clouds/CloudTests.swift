import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// fund with real servers and with one that fails on demand.
@Suite("Files from clouds", .serialized)
struct CloudTests {
    @Test("Eight files are fetched over at most four connections, and one that was cut off goes on by itself")
    func several() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        for number in 1...8 { try cloud.put(bytes(300_000, UInt64(number)), as: "\(number).bin") }
        try cloud.cut("3.bin", after: 200_000)
        let files = (1...8).map { "cloud:/\($0).bin" }
        let result = try await anna.start(["get"] + files + ["--to", "Equity", "--jobs", "4"]).result()
        #expect(result.ending == .exit(0), "\(result.errors)")
        for number in 1...8 {
            #expect(try anna.bytes("Equity/\(number).bin") == bytes(300_000, UInt64(number)), "\(number)")
        }
        let requests = try cloud.requests
        #expect(requests.allSatisfy { Int($0["open"] ?? "").map { 1...4 ~= $0 } == true }, "\(requests)")
        #expect(requests.filter { $0["name"] == "3.bin" && $0["method"] == "GET" }.count == 2)
        #expect(try anna.leftovers.isEmpty)
        #expect(try await anna.records("list").first?[1] == "8")
    }

    @Test("If one of eight files breaks off again and again, seven arrive, and the next get fetches its rest")
    func oneFails() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        for number in 1...8 { try cloud.put(bytes(500_000, UInt64(number)), as: "\(number).bin") }
        try cloud.breakOff("5.bin", after: 300_000)
        let get = ["get"] + (1...8).map { "cloud:/\($0).bin" } + ["--to", "Equity", "--jobs", "4"]
        let result = try await anna.start(get).result()
        #expect(result.ending == .exit(69) && result.errors.contains("cloud:/5.bin"), "\(result.errors)")
        #expect(try anna.names(in: "Equity").count == 7 && !anna.names(in: "Equity").contains("5.bin"))
        #expect(anna.partSize == 300_000)
        try cloud.mend("5.bin")
        try await anna.succeed("get", "cloud:/5.bin", "--to", "Equity")
        let requests = try cloud.requests
        #expect(requests.last?["range"] == "bytes=299999-" && requests.last?["sent"] == "200001", "\(requests)")
        #expect(requests.allSatisfy { Int($0["open"] ?? "").map { 1...4 ~= $0 } == true }, "\(requests)")
        for number in 1...8 {
            #expect(try anna.bytes("Equity/\(number).bin") == bytes(500_000, UInt64(number)), "\(number)")
        }
        #expect(try anna.leftovers.isEmpty)
    }

    @Test("After kill -9, another get fetches only the rest")
    func killed() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let contents = bytes(2_000_000, 1)
        try cloud.put(contents, as: "report.pdf")
        try cloud.hold("report.pdf", after: 1_500_000)
        let process = try anna.start(["get", "cloud:/report.pdf", "--to", "Equity"])
        try #require(await comesTrue { anna.partSize >= 1_000_000 })
        #expect(try await anna.fund("open", "Equity/report.pdf").ending == .exit(75))
        #expect(try await anna.fund("rm", "Equity", "--yes").ending == .exit(75))
        #expect(try await anna.fund("rename", "Equity", "Other").ending == .exit(75))
        #expect(try await anna.fund("rm", "cloud:/report.pdf", "--forever").ending == .exit(75))
        #expect(try await anna.fund("mv", "cloud:/report.pdf", "cloud:/b.pdf").ending == .exit(75))
        #expect(try await anna.fund("remote", "rm", "cloud").ending == .exit(75))
        #expect(try await anna.fund("get", "cloud:/report.pdf", "--to", "Equity").ending == .exit(75))
        process.send(SIGKILL)
        _ = try await process.result()
        let there = anna.partSize
        // The claim has ended with the process.
        let refusal = try await anna.fund("open", "Equity/report.pdf")
        #expect(refusal.ending == .exit(66) && refusal.errors.contains("To fetch the rest"), "\(refusal.errors)")
        try cloud.letGo("report.pdf")
        try await anna.succeed("get", "cloud:/report.pdf", "--to", "Equity")
        #expect(try anna.bytes("Equity/report.pdf") == contents)
        let last = try #require(try cloud.requests.last)
        #expect(last["range"] == "bytes=\(there - 1)-" && Int(last["sent"] ?? "") == contents.count - there + 1)
        #expect(try anna.leftovers.isEmpty)
    }

    @Test("A file that changed on the server between part and resume is fetched from its beginning")
    func changed() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(bytes(2_000_000, 1), as: "report.pdf")
        try cloud.hold("report.pdf", after: 1_500_000)
        let process = try anna.start(["get", "cloud:/report.pdf", "--to", "Equity"])
        try #require(await comesTrue { anna.partSize >= 1_000_000 })
        process.send(SIGKILL)
        _ = try await process.result()
        try cloud.letGo("report.pdf")
        let contents = bytes(1_800_000, 2)
        try cloud.put(contents, as: "report.pdf")
        try await anna.succeed("get", "cloud:/report.pdf", "--to", "Equity")
        #expect(try anna.bytes("Equity/report.pdf") == contents)
    }

    @Test("Two files of one name from two places get two names, even at the same time")
    func sameName() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(Array("one".utf8), as: "a/report.pdf")
        try cloud.put(Array("two".utf8), as: "b/report.pdf")
        for name in ["a", "b"] { try cloud.makeFolder(name) }
        try cloud.hold("a/report.pdf", after: 0)
        try cloud.hold("b/report.pdf", after: 0)
        let processes = try ["a", "b"].map { try anna.start(["get", "cloud:/\($0)/report.pdf", "--to", "Equity"]) }
        #expect(await comesTrue { (try? anna.leftovers)?.count { $0.hasSuffix(".part") } == 2 })
        for name in ["a", "b"] { try cloud.letGo("\(name)/report.pdf") }
        for process in processes { #expect(try await process.result().ending == .exit(0)) }
        let texts = try ["report.pdf", "report(1).pdf"].map {
            try String(decoding: anna.bytes("Equity/\($0)"), as: UTF8.self)
        }
        #expect(texts.sorted() == ["one", "two"])
    }

    @Test("A full disk is named with status 74, what has arrived stays, and the next get completes the file")
    func unwritable() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(bytes(3_000_000, 4), as: "big.bin")
        // `ulimit -f` counts blocks of 512 bytes; beyond it, a write fails as on a full disk.
        let full = try await anna.shell("trap '' XFSZ; ulimit -f 4000; \"$fund\" get cloud:/big.bin --to Equity")
        #expect(full.ending == .exit(74) && full.errors.contains("can't be written"), "\(full.errors)")
        #expect(anna.partSize > 1_000_000)
        try await anna.succeed("get", "cloud:/big.bin", "--to", "Equity")
        #expect(try anna.bytes("Equity/big.bin") == bytes(3_000_000, 4))
    }

    @Test("A place is added once under a safe name, listed and forgotten, and wrong ones are refused")
    func places() async throws {
        let anna = try Investor()
        try await anna.succeed("remote", "add", "disk", "folder", anna.home.path)
        #expect(try await anna.records("remote", "list") == [["disk", "folder", anna.home.path, ""]])
        #expect(try await anna.fund("remote", "add", "disk", "folder", "/").ending == .exit(65))
        #expect(try await anna.fund("remote", "add", "a:b", "folder", "/").ending == .exit(65))
        #expect(try await anna.fund("remote", "add", "x", "folder", "/nothing/here").ending == .exit(66))
        #expect(try await anna.fund("remote", "add", "x", "webdav", "ftp://a/").ending == .exit(65))
        #expect(try await anna.fund("remote", "add", "x", "webdav", "https://u:p@a/").ending == .exit(65))
        #expect(try await anna.fund("remote", "add", "x", "webdav", "http://a/", "--user", "u").ending == .exit(77))
        #expect(try await anna.fund("remote", "add", "x", "rclone", "box").ending == .exit(65))
        #expect(try await anna.fund("ls", "none:/").ending == .exit(66))
        #expect(try await anna.fund("ls", "disk:relative").ending == .exit(65))
        #expect(try await anna.fund("ls", "disk:/a/../b").ending == .exit(65))
        try await anna.succeed("remote", "rm", "disk")
        #expect(try await anna.records("remote", "list").isEmpty)
    }

    @Test("A remote folder in which ls shows nothing is deleted with its hidden files only if that is asked for")
    func hiddenFiles() async throws {
        let anna = try Investor()
        let hidden = try anna.write("ref: refs/heads/main", to: "disk/project/.git/HEAD")
        try await anna.succeed("remote", "add", "disk", "folder", anna.home.appending(path: "disk").path)
        #expect(try await anna.records("ls", "disk:/project").isEmpty)
        let refused = try await anna.fund("rm", "disk:/project", "--forever")
        #expect(refused.ending == .exit(77) && refused.errors.contains("add --recursive"), "\(refused.errors)")
        #expect(FileManager.default.fileExists(atPath: hidden))
        try await anna.succeed("rm", "disk:/project", "--forever", "--recursive")
        #expect(try await anna.records("ls", "disk:/").isEmpty)
    }

    @Test("put sends the file that a path or FUND/FILE names, and asks which one is meant if both exist and differ")
    func putSource() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Acme S.A.")
        try anna.write("of the fund", to: "data/fund/Acme S.A./report.txt")
        try await anna.succeed("scan")
        let own = try anna.write("from here", to: "work/report.txt")
        let disk = anna.home.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        try await anna.succeed("remote", "add", "disk", "folder", disk.path)
        func put(_ file: String, as name: String) async throws -> RunningProcess.Result {
            try await anna.shell("cd \"$HOME/work\" && exec \"$fund\" put \(file) disk:/\(name)")
        }
        func text(_ name: String) throws -> String {
            try String(contentsOf: disk.appending(path: name), encoding: .utf8)
        }
        let unclear = try await put("report.txt", as: "a.txt")
        #expect(unclear.ending == .exit(64) && unclear.errors.contains("./report.txt"), "\(unclear)")
        #expect(!FileManager.default.fileExists(atPath: disk.appending(path: "a.txt").path))
        for (name, file, expected) in [
            ("b.txt", "./report.txt", "from here"), ("c.txt", own, "from here"),
            ("d.txt", "acme/report.txt", "of the fund"),
        ] {
            #expect(try await put(file, as: name).ending == .exit(0))
            #expect(try text(name) == expected)
        }
        try FileManager.default.removeItem(atPath: own)
        #expect(try await put("report.txt", as: "e.txt").ending == .exit(0))
        #expect(try text("e.txt") == "of the fund")
        // The period in this path is no part of the fund's name.
        #expect(try await put("./report.txt", as: "f.txt").ending == .exit(66))
    }

    @Test("Apache asks for a password, which a command prints and which the store doesn't keep")
    func password() async throws {
        let apache = try await CloudServer(.apache, password: "geheimnis")
        let anna = try Investor()
        let secret = try anna.write("geheimnis\n", to: "secret")
        try await anna.succeed(
            "remote", "add", "work", "webdav", apache.address, "--user", "anna", "--password-command", "cat \(secret)")
        try await anna.succeed("remote", "login", "work")
        let file = try anna.write("Bericht", to: "a+b 日本.txt")
        try await anna.succeed("mkdir", "work:/Q 3")
        try await anna.succeed("put", file, "work:/Q 3/")
        #expect(try await anna.records("ls", "work:/Q 3").map { $0.prefix(3) } == [["file", "/Q 3/a+b 日本.txt", "7"]])
        #expect(try await anna.fund("put", file, "work:/Q 3/").ending == .exit(77))
        #expect(try await anna.fund("preview", "work:/Q 3/a+b 日本.txt").output == "Bericht\n")
        #expect(try await anna.fund("rm", "work:/Q 3").ending == .exit(77))
        #expect(try await anna.fund("rm", "work:/Q 3", "--forever").ending == .exit(77))
        try await anna.succeed("mv", "work:/Q 3/a+b 日本.txt", "work:/Q 3/c.txt")
        try await anna.succeed("rm", "work:/Q 3", "--forever", "--recursive")
        #expect(try await anna.records("ls", "work:/").isEmpty)
        try anna.write("falsch\n", to: "secret")
        #expect(try await anna.fund("ls", "work:/").ending == .exit(77))
        #expect(try !anna.storeContains("geheimnis"))
    }

    @Test("A remote of rclone is used like other places, and one that rclone doesn't know is refused")
    func rclone() async throws {
        let server = try await CloudServer(.s3, password: "secret-of-s3")
        let bin = CloudServer.rclone.deletingLastPathComponent().path
        let anna = try Investor(["RCLONE_CONFIG": "/nonexistent"])
        let configuration = try anna.write(server.section("cloud", password: "secret-of-s3"), to: "rclone.conf")
        let more = ["RCLONE_CONFIG": configuration, "PATH": "\(bin):\(anna.environment["PATH"] ?? "")"]
        try FileManager.default.createDirectory(
            at: server.served.appending(path: "bucket"), withIntermediateDirectories: true)
        try Data(bytes(3_000_000, 5)).write(to: server.served.appending(path: "bucket/日本 report.pdf"))
        let done = try await anna.shell(
            """
            set -e
            "$fund" new Equity && "$fund" remote add box rclone cloud:bucket && "$fund" ls box: --format tsv
            "$fund" get 'box:/日本 report.pdf' --to Equity
            """, more)
        #expect(done.ending == .exit(0) && done.output.contains("file\t/日本 report.pdf\t3000000"), "\(done.errors)")
        #expect(try anna.bytes("Equity/日本 report.pdf") == bytes(3_000_000, 5))
        let unknown = try await anna.shell("\"$fund\" remote add other rclone nothing:", more)
        #expect(unknown.ending == .exit(66), "\(unknown.errors)")
    }

    @Test("A file that ends early is not taken for whole if the server doesn't say how long it is")
    func withoutLength() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(bytes(300_000, 1), as: "1.bin")
        try cloud.shorten("1.bin", to: 1000)
        let result = try await anna.start(["get", "cloud:/1.bin", "--to", "Equity"]).result()
        #expect(result.ending == .exit(69), "\(result.errors)")
        #expect(result.errors.contains("stopped before the end"))
        #expect(try anna.names(in: "Equity").isEmpty)
        try cloud.sendWhole("1.bin")
        try await anna.succeed("get", "cloud:/1.bin", "--to", "Equity")
        #expect(try anna.bytes("Equity/1.bin") == bytes(300_000, 1))
    }
}
