import Foundation
import TestSupport
import Testing

extension LoginTests {
    @Test("A token command runs each time, and its token is never kept")
    func tokenCommand() throws {
        let (releases, files) = try testServer.makeReleases(["1.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let command = "echo \(TestServer.token); echo run >>'\(testServer.sandbox.folder)/runs'"
        let login = try testServer.store("login", testServer.server.address, "--token-command", command)
        #expect(login.status == 0, "\(login.errors)")
        #expect(try testServer.store("install", "rooms").status == 0)
        let runs = try String(contentsOfFile: "\(testServer.sandbox.folder)/runs", encoding: .utf8)
        #expect(runs.split(separator: "\n").count >= 2)
        let download = try #require(testServer.server.requests("GET", "/files/1.0").first)
        #expect(download.headers["authorization"] == "Bearer \(TestServer.token)")
        #expect(try testServer.store("logout").status == 0)
        #expect(testServer.server.requests("POST", "/v1/logout").isEmpty)
        #expect(try String(contentsOfFile: "\(testServer.sandbox.folder)/runs", encoding: .utf8) == runs)
    }

    @Test("A token command gets the user's time zone")
    func zoneOfTokenCommand() throws {
        try testServer.server.script(try testServer.answers([]))
        let file = "\(testServer.sandbox.folder)/zone"
        let command = "echo \(TestServer.token); echo \"$TZ\" >'\(file)'"
        for (zone, told) in [("Asia/Tokyo", "Asia/Tokyo\n"), (nil, ":/etc/localtime\n")] {
            let login = try testServer.store(
                ["login", testServer.server.address, "--token-command", command],
                environment: zone.map { ["TZ": $0] } ?? [:])
            #expect(try login.status == 0 && String(contentsOfFile: file, encoding: .utf8) == told, "\(login.errors)")
        }
    }

    @Test("A token command may take over the session of a kept token")
    func tokenMoves() throws {
        try testServer.open()
        let command = "echo \(TestServer.token)"
        let login = try testServer.store("login", testServer.server.address, "--token-command", command)
        #expect(login.status == 0, "\(login.errors)")
        #expect(testServer.server.requests("POST", "/v1/logout").isEmpty)
        #expect(try !String(contentsOfFile: try loginFile, encoding: .utf8).contains(#""token" "#))
        #expect(try testServer.store("catalog").status == 0)
        let other = try testServer.store("login", testServer.server.address, "--token-command", "echo another-token")
        #expect(other.status == 0 && testServer.server.requests("POST", "/v1/logout").isEmpty, "\(other.errors)")
    }

    @Test("If the server refuses a token command's token, the command is blamed")
    func unknownToken() throws {
        try testServer.server.script(["GET /v1/catalog": [["status": 401]]])
        let login = try testServer.store(
            "login", testServer.server.address, "--token-command", "echo \(TestServer.token)x")
        #expect(
            login.errors
                == "launcher: The token command “echo \(TestServer.token)x” printed a token that \(testServer.server.address) does "
                + "not know or that has expired. Fix it, or log in again with another one.\n")
        #expect(try login.status == 77 && testServer.files(below: ".config").isEmpty)
    }

    @Test(
        "Errors of a token command never repeat its output",
        arguments: [
            "exit 3", "echo sEcReT two", "printf 'sEcReT\\nsEcReT\\n'", "true", "yes sEcReT", "printf 'sE\\001cReT'",
        ])
    func badTokenCommand(command: String) throws {
        let login = try testServer.store("login", testServer.server.address, "--token-command", command)
        #expect(login.status == 77 && login.errors.contains("token command"))
        #expect(!login.errors.replacingOccurrences(of: command, with: "").contains("sEcReT"))
    }
}
