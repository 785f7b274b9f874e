import AppGroupPlatform

/// Credentials of a profile: in its settings, or from the program that `credential_process` names.
struct ProfileCredentials: CredentialSource {
    let environment: [String: String]
    /// How long the program may take.
    var patience = Duration.seconds(60)

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
        if let command = profile["credential_process"] { return try await run(command) }
        for setting in ["role_arn", "sso_session", "sso_start_url"] where profile[setting] != nil {
            throw ObjectError(
                .credentials,
                "The profile “\(profile.name)” has \(setting), which is not supported; give another profile credential_process = aws configure export-credentials --profile \(profile.name)."
            )
        }
        return nil
    }

    /// Runs a program without a shell, and reads the document that it writes ("Sourcing credentials with an external process" in
    /// the AWS CLI user guide).
    private func run(_ command: String) async throws -> ObjectCredentials {
        let words = Self.words(of: command)
        // Its arguments may be secrets.
        func failed(_ what: String) -> ObjectError {
            ObjectError(.credentials, "The program “\(words.first ?? "")”, which credential_process names, \(what).")
        }
        let variables = ProcessEnvironment(environment)
        guard let program = Processes.Program(words, environment: variables) else { throw failed("was not found") }
        let collected: Processes.Collected
        do {
            collected = try await withCheckedThrowingContinuation { continuation in
                // A thread of its own, since those for the disk are few.
                let hasStarted = Threads.start { [patience] in
                    continuation.resume(
                        with: Result {
                            try Processes.collect(
                                program, showingErrors: true, limit: 1 << 20, timeout: patience)
                        })
                }
                if !hasStarted {
                    continuation.resume(throwing: failed("can't be run: the system has no thread left"))
                }
            }
        } catch let error as SystemError {
            throw failed("can't be run: \(error.message)")
        }
        guard let status = collected.status else {
            throw failed("was stopped: it took longer than \(patience.components.seconds) s, or wrote more than 1 MiB")
        }
        guard status == 0 else { throw failed("ended with status \(status)") }
        do { return try ObjectCredentials(document: collected.output) } catch {
            throw failed("wrote credentials \(error.reason)")
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
