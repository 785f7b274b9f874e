import AppGroupPlatform
import Foundation
import Serving

/// Credentials of a profile: in its settings, or from the program that `credential_process` names.
struct ProfileCredentials: CredentialSource {
    let environment: [String: String]

    func credentials() async throws -> ObjectCredentials? {
        let profile = try AWSProfile(environment)
        guard profile.exists || !profile.isChosen else {
            throw ObjectError(
                .credentials,
                "AWS_PROFILE names the profile “\(profile.name)”, which \(profile.credentialsPath) does not have.")
        }
        if let key = profile["aws_access_key_id"] {
            guard let secret = profile["aws_secret_access_key"] else {
                throw ObjectError(
                    .credentials,
                    "The profile “\(profile.name)” in \(profile.credentialsPath) has aws_access_key_id without aws_secret_access_key."
                )
            }
            return ObjectCredentials(key: key, secret: secret, token: profile["aws_session_token"])
        }
        guard let command = profile["credential_process"] else { return nil }
        return try await Self.run(command, environment)
    }

    /// How long the program may take, in nanoseconds.
    private static let patience: Int64 = 60_000_000_000

    /// Runs a program without a shell, and reads the document that it writes ("Sourcing credentials with an external process" in
    /// the AWS CLI user guide).
    private static func run(_ command: String, _ environment: [String: String]) async throws -> ObjectCredentials {
        func failed(_ what: String) -> ObjectError {
            ObjectError(.credentials, "The program that credential_process names, “\(command)”, \(what).")
        }
        let words = words(of: command)
        let variables = ProcessEnvironment(environment)
        guard let name = words.first,
            let executable = name.utf8.contains(UInt8(ascii: "/")) ? name : variables.executable(named: name)
        else { throw failed("was not found") }
        let program = Processes.Program(
            executable: executable, arguments: Array(words.dropFirst()), environment: variables)
        let collected: Processes.Collected
        do {
            collected = try await DiskWork.run {
                try Processes.collect(program, showingErrors: true, limit: 1 << 20, timeout: patience)
            }
        } catch let error as SystemError {
            throw failed("can't be run: \(error.message)")
        }
        guard let status = collected.status else { throw failed("took longer than a minute") }
        guard status == 0 else { throw failed("ended with status \(status)") }
        do {
            return try JSONDecoder().decode(ObjectCredentials.Document.self, from: Data(collected.output)).credentials
        } catch {
            throw failed("did not write credentials in JSON")
        }
    }

    /// The words of a command. Double quotes keep blanks in a word.
    static func words(of command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in command {
            switch character {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted, "\t" where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
