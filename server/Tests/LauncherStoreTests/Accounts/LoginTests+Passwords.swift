import AppGroup
import Foundation
import TestSupport
import Testing

extension LoginTests {
    @Test("A password that is not UTF-8 is refused before anything is sent", arguments: ["login", "password"])
    func undecodablePassword(command: String) throws {
        try testServer.open()
        let words = command == "login" ? ["login", testServer.server.address, "--user", "ada"] : ["password"]
        let before = testServer.server.requests("POST", "/v1/login").count
        // 0xE9 is “é” in Latin-1.
        let answer = try Finished.run(
            ["/bin/sh", "-c", #"printf 'secr\351t-one\nsecr\351t-two\n' | exec "$0" "$@""#, Sandbox.program] + words + [
                "--password-stdin"
            ], environment: testServer.sandbox.environment, in: testServer.sandbox.folder)
        #expect(answer.status == 64 && answer.errors.contains("is not UTF-8"), "\(answer.errors)")
        #expect(testServer.server.requests("POST", "/v1/login").count == before)
        #expect(testServer.server.requests("PUT", "/v1/password").isEmpty)
    }

    @Test("The password can be changed with two lines of standard input")
    func password() throws {
        try testServer.open()
        var script = try testServer.answers([])
        script["PUT /v1/password"] = [["status": 204]]
        try testServer.server.script(script)
        let answer = try testServer.run(["password", "--password-stdin"], input: "old\nnew one\n")
        #expect(answer.status == 0, "\(answer.errors)")
        let request = try #require(testServer.server.requests("PUT", "/v1/password").first)
        #expect(request.body.contains(#""current":"old""#) && request.body.contains(#""new":"new one""#))
        #expect(request.headers["authorization"] == "Bearer \(TestServer.token)")
    }

    @Test("A token command that reads its standard input leaves the passwords there alone")
    func passwordBesideTokenCommand() throws {
        var script = try testServer.answers([])
        script["PUT /v1/password"] = [["status": 204]]
        try testServer.server.script(script)
        let command = "cat; echo \(TestServer.token)"
        #expect(try testServer.store("login", testServer.server.address, "--token-command", command).status == 0)
        let answer = try testServer.run(["password", "--password-stdin"], input: "old\nnew one\n")
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(testServer.server.requests("PUT", "/v1/password").first?.body.contains(#""current":"old""#) == true)
    }

    @Test("A change of the password says if the current password is wrong")
    func wrongPassword() throws {
        try testServer.open()
        var script = try testServer.answers([])
        let refusal = #"{"error":{"code":"wrongCredentials","message":"That is not your current password."}}"#
        script["PUT /v1/password"] = [["status": 401, "text": refusal]]
        try testServer.server.script(script)
        let answer = try testServer.run(["password", "--password-stdin"], input: "old\nnew one\n")
        #expect(answer.status == 77 && answer.errors.contains("The current password is wrong."), "\(answer.errors)")
    }
}
