import SystemPackage

/// The user's own way to a token: a command of a shell, such as one that asks a password manager.
struct TokenCommand {
    let command: String

    /// What the command prints, without the end of the line.
    ///
    /// - Throws: ``StoreError``, which repeats nothing of what was printed.
    func token() throws(StoreError) -> Token {
        let ending: HelperProgram.Ending
        do throws(Errno) {
            ending = try HelperProgram(arguments: ["/bin/sh", "-c", command]).run()
        } catch {
            throw failed("could not be started: \(error)")
        }
        guard let status = ending.status else { throw failed("printed too much, or took longer than a minute") }
        guard status == 0 else { throw failed("ended with status \(status)") }
        let lines = String(decoding: ending.output, as: UTF8.self).split { $0.isNewline || $0 == " " }
        guard lines.count == 1, let token = Token(lines[0]) else {
            throw failed("did not print one token and nothing else")
        }
        return token
    }

    /// That a server does not take what the command printed.
    func refused(by server: ServerAddress) -> StoreError {
        failed("printed a token that \(server) does not know, or that has ended")
    }

    private func failed(_ reason: String) -> StoreError {
        StoreError(
            .notPermitted, "The token command “\(command)” \(reason). Repair it, or log in again with another one.")
    }
}
