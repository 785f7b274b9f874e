import AppGroup
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Credentials of profiles and programs")
struct ProcessCredentialsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A profile with these lines.
    private func profile(_ lines: String, patience: Duration = .seconds(60)) throws -> ProfileCredentials {
        let file = try folder.write("credentials", Array("[default]\n\(lines)\n".utf8))
        return ProfileCredentials(
            environment: ["AWS_SHARED_CREDENTIALS_FILE": file, "PATH": "/usr/bin:/bin"], patience: patience)
    }

    /// The credentials of a profile with these lines.
    private func credentials(_ lines: String, patience: Duration = .seconds(60)) async throws -> ObjectCredentials? {
        try await profile(lines, patience: patience).credentials()
    }

    /// A line with a program.
    private func program(_ script: String) throws -> String {
        let path = "\(folder.path)/a program"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        return "credential_process = \"\(path)\" --password hidden"
    }

    @Test("A program gives credentials that expire, or that do not")
    func takesCredentials() async throws {
        let document =
            #"{"Version": 1, "AccessKeyId": "K", "SecretAccessKey": "S", "SessionToken": "T", "Expiration": "2030-01-01T01:00:00+01:00"}"#
        let found = try #require(try await credentials(try program("echo '\(document)'")))
        #expect(found.key == "K" && found.token == "T" && found.expiration?.description == "2030-01-01T00:00:00Z")
        let forever = try await credentials(
            try program(#"echo '{"Version": 1, "AccessKeyId": "'"$2"'", "SecretAccessKey": "S"}'"#))
        #expect(forever == ObjectCredentials(key: "hidden", secret: "S"))
    }

    @Test(
        "A program that fails, hangs or prints something else is reported by its name, without its arguments",
        arguments: [
            ("exit 3", "ended with status 3"), ("kill -9 $$", "ended with status 137"),
            ("exec sleep 1000", "took longer than"), ("exec cat /dev/zero", "wrote more than 1 MiB"),
            ("echo junk", "not understood"), (":", "not understood"), ("echo '[]'", "not understood"),
            ("echo '{\"Version\": 1}'", "without AccessKeyId"),
            (#"echo '{"AccessKeyId": "K", "SecretAccessKey": "S", "Expiration": "soon"}'"#, "not a time: “soon”"),
        ])
    func reportsFailures(script: String, sentence: String) async throws {
        let line = try program(script)
        let patience: Duration = script.hasPrefix("exec sleep") ? .milliseconds(100) : .seconds(600)
        let error = await #expect(throws: ObjectError.self) { try await credentials(line, patience: patience) }
        let said = try #require(error).description
        #expect(said.contains(sentence) && said.contains("a program") && !said.contains("hidden"), "\(said)")
    }

    @Test("Programs that give credentials don't keep the disk waiting, however many run at once")
    func runsApart() async throws {
        let count = 8
        let script = try program(
            """
            touch "$(dirname "$0")/runs $$"
            until test -e "$(dirname "$0")/go"; do sleep 0.05; done
            echo '{"Version": 1, "AccessKeyId": "K", "SecretAccessKey": "S"}'
            """)
        let profile = try profile(script)
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    let found = try await profile.credentials()
                    #expect(found?.key == "K")
                }
            }
            let allRun = await comesTrue(within: .seconds(60)) {
                (try? folder.files().keys.count { $0.contains("runs ") }) == count
            }
            #expect(allRun)
            _ = try folder.write("go", [])
            try await group.waitForAll()
        }
    }

    @Test("A profile that can't be used is reported with what to do")
    func reportsProfiles() async throws {
        for (lines, sentence) in [
            ("credential_process = /nonexistent/program", "can't be run"),
            ("credential_process = nonexistent", "was not found"),
            ("aws_access_key_id = K", "without aws_secret_access_key"),
            ("role_arn = arn:aws:iam::1:role/x\nsource_profile = other", "export-credentials --profile default"),
        ] {
            let error = await #expect(throws: ObjectError.self) { try await credentials(lines) }
            #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
        }
    }

    @Test("Credentials in the environment that end with a line break are refused before they are sent")
    func refusesLineBreaks() async throws {
        let environment = ["AWS_ACCESS_KEY_ID": "K", "AWS_SECRET_ACCESS_KEY": "S\n"]
        let cache = CredentialCache(environment, region: "us-east-1", web: .init()) { .now }
        let error = await #expect(throws: ObjectError.self) { try await cache.current() }
        #expect(error?.description.contains("such as the end of a line") == true)
    }
}
