import AppGroup
import AppGroupPlatform
import AppGroupText
import ToolProgram
import ToolSupport

/// The server that sends the user's mail, as they have set it in `$XDG_CONFIG_HOME/fund/mail.conf`.
struct MailServer {
    /// Such as `smtps://mail.example.org` or `smtp://mail.example.org:587`.
    let address: String
    let sender: String
    let user: String?
    /// A command that prints the password.
    let passwordCommand: String?

    static let form =
        "server = smtps://HOST, from = ADDRESS and, if the server wants them, user = NAME, password-command = COMMAND"

    /// - Returns: nil if there is no such file.
    init?(_ environment: ProcessEnvironment) throws {
        guard let folder = BaseDirectory.configuration.folder(of: "fund", in: environment) else { return nil }
        let path = "\(folder)/mail.conf"
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try Files.fileContents(of: path, limit: 64 << 10) } catch .notFound {
            return nil
        } catch {
            throw ToolError.inputOutput("\(path) can't be read: \(error).")
        }
        var values: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#")
        {
            let parts = line.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, ["server", "from", "user", "password-command"].contains(parts[0]) else {
                throw ToolError.configuration(
                    "\(path) has an invalid line: \(line). The lines are \(Self.form).")
            }
            values[parts[0]] = parts[1]
        }
        guard let server = values["server"], let sender = values["from"], sender.contains("@"),
            server.hasPrefix("smtps://") || server.hasPrefix("smtp://")
        else { throw ToolError.configuration("\(path) names no server or no sender. The lines are \(Self.form).") }
        (address, self.sender, user, passwordCommand) = (server, sender, values["user"], values["password-command"])
    }

    /// Whether the server is on this machine, where no encryption is needed.
    private var isLocal: Bool {
        let host = address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" && $0 != "/" }
        return ["localhost", "127.0.0.1"].contains(host)
    }

    /// The login, in the form of curl's configuration. The command that prints the password may ask for another one.
    func login() throws -> String {
        guard let user else { return "" }
        return "user = \"\(Self.escaped("\(user):\(try password())"))\"\n"
    }

    /// Sends a message. Anything but this machine gets it through an encrypted connection alone.
    ///
    /// - Parameters:
    ///   - draft: A file with the message.
    ///   - login: What ``login()`` returns.
    ///   - check: If it throws, curl is killed.
    func send(_ draft: String, to recipient: String, login: String, check: () throws -> Void) throws {
        var command = [
            "curl", "--disable", "--silent", "--show-error", "--config", "-", "--max-time", "300", "--url", address,
            "--mail-from", sender, "--mail-rcpt", recipient, "--upload-file", draft,
        ]
        if !isLocal { command.append("--ssl-reqd") }
        guard let curl = Processes.Program(command) else {
            throw ToolError.unavailable("curl, which sends mail, is not installed.")
        }
        let status: Int32?
        do {
            status = try Processes.run(curl, input: Array(login.utf8), killedAfter: .seconds(320), check: check)
        } catch let error as SystemError {
            throw ToolError.inputOutput("curl can't be started: \(error).")
        }
        // Control-C in a terminal reaches curl, too.
        try check()
        switch status {
        case 0?: return
        case 67?: throw ToolError.refused("\(address) refuses the user or the password.")
        case 55?, 8?: throw ToolError.refused("\(address) refuses the message.")
        default: throw ToolError.unavailable("\(address) could not be given the message.")
        }
    }

    private func password() throws -> String {
        guard let passwordCommand else { return "" }
        guard let password = try PasswordCommand(passwordCommand).line() else {
            throw ToolError.unavailable("“\(passwordCommand)” printed no password.")
        }
        return password
    }

    /// A text for curl's configuration.
    private static func escaped(_ text: String) -> String {
        text.escaping(["\\": "\\\\", "\"": "\\\""])
    }
}
