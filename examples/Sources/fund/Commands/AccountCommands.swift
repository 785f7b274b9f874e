import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import ToolClient
import ToolProgram
import ToolSupport

struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract:
            "Log in to a fund-server, so that funds, notes, feeds and read marks follow you to your other devices.",
        discussion: """
            fund asks for the password and does not store it. The server gives this device a key, which is stored in a \
            file that only you can read. The first sync follows at once. If this device was logged in to another account \
            before, fund asks whether everything on it may be sent to the new one, too. The exit status is 77 if the \
            server refuses the login, or if you refuse that.
            """
    )

    @Argument(help: "The address of the server, such as https://funds.example.org.")
    var url: String

    @Option(help: "The name of your account.")
    var user: String

    @Option(help: "The name of this device (default: its host name).")
    var device: String?

    @Option(help: "A shell command that prints the password. Without it, fund asks for it.")
    var passwordCommand: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @OptionGroup var certificates: CertificateOptions

    @Flag(help: "Without asking, send everything on this device to a different account than before.")
    var yes = false

    func validate() throws {
        if passwordCommand != nil, passwordStdin {
            throw ValidationError("Use either --password-command or --password-stdin.")
        }
    }

    func run() throws {
        let store = try Store()
        let authorities = try certificates.path()
        let server = try FundClient(url, authorities: authorities)
        let known = try KnownLogin(in: store)
        let before = known.session
        if let before, before.account != user.lowercased() || before.server != server.address {
            throw ToolError.usage("\(before.account) is logged in to \(before.server). To log out first: fund logout")
        }
        if !yes { try store.askBeforeSharing(with: user.lowercased(), at: server.address) }
        guard let device = Note.checked(device ?? ThisProcess.hostName ?? "")?.prefix(40) else {
            throw ToolError.usage("A device needs a name: add --device NAME")
        }
        let password =
            try passwordStdin ? console.passwordFromInput() : console.password(of: user, from: passwordCommand)
        let session = try logIn(to: server, password, device: String(device), authorities, in: store, known)
        if let before { try? FundClient(before).endSession() }
        StandardOutput.print("\(session.account) is logged in to \(server.address). This device is “\(device)”.")
        try SyncReport(quiet: false).run(store, files: nil)
    }

    /// Gets a session, and prepares the store for its account while no sync is running: one with another login would record what it
    /// sends as if the new account had it.
    ///
    /// - Parameter known: The login that the user was asked about.
    private func logIn(
        to server: FundClient, _ password: String, device: String, _ authorities: String?, in store: Store,
        _ known: KnownLogin
    ) throws -> LoginSession {
        let turn = try store.takeSyncTurn()
        defer { turn.end() }
        guard try KnownLogin(in: store) == known else { throw ToolError.loginHasChanged }
        try LoginSession.eraseLeftovers(in: store)
        let new = try server.login(user, password: password, device: device)
        let session = LoginSession(
            server: server.address, account: new.account, device: device, session: new.session, key: new.key,
            authorities: authorities)
        // The store is prepared before the key is kept: a process that is killed in between has to log in again.
        try store.prepare(for: Store.accountKey(session.account, at: server.address))
        try session.keep(in: store)
        return session
    }
}

/// What a store says about its logins.
private struct KnownLogin: Equatable {
    /// Who is logged in; nil if nobody is.
    let session: LoginSession?
    /// Who was logged in last.
    let lastAccount: String?

    init(in store: Store) throws {
        session = try LoginSession.current(in: store)
        lastAccount = try store.text(.lastAccount)
    }
}

struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out. Everything stays on this device and on the server.",
        discussion: "When you log in to the same account again, the changes that you made in between are sent."
    )

    func run() throws {
        let store = try Store()
        let known = try LoginSession.current(in: store)
        if let known { try end(known) }
        let turn = try briefTurn(in: store)
        defer { turn?.end() }
        let now = try LoginSession.current(in: store)
        guard now == nil || now == known else { throw ToolError.loginHasChanged }
        try LoginSession.erase(in: store)
        if turn != nil { try LoginSession.eraseLeftovers(in: store) }
        guard let session = known else { throw ToolError.notLoggedIn }
        StandardOutput.print("\(session.account) is logged out.")
    }

    /// Takes the turn to sync: a login that is running, which has it for one request, must not lose its draft. A sync has it for as
    /// long as it likes, and the key must not stay for that time.
    ///
    /// - Returns: nil if another process keeps it.
    private func briefTurn(in store: Store) throws -> ProcessTurn? {
        do throws(ToolError) { return try store.takeSyncTurn(patience: .seconds(5)) } catch  where error.kind == .busy {
            return nil
        }
    }

    private func end(_ session: LoginSession) throws {
        do { try FundClient(session).endSession() } catch let error as ToolError where error.kind != .inputOutput {
            console.say("\(error) The session there lasts until it expires.")
        }
    }
}

extension ToolError {
    fileprivate static var loginHasChanged: ToolError {
        .busy("Another process has logged in or out just now. Try again.")
    }
}

struct ChangePasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change the password of your account on the server.",
        discussion: """
            Your other devices are logged out. If you forgot your password, ask the server's administrator for a new one.
            """
    )

    @Option(help: "A shell command that prints the current password. Without it, fund asks for it.")
    var passwordCommand: String?

    @Option(help: "A shell command that prints the new password. Without it, fund asks for it.")
    var newPasswordCommand: String?

    func run() throws {
        let store = try Store()
        let session = try LoginSession.needed(in: store)
        let current = try console.password(of: session.account, from: passwordCommand)
        let new = try console.newPassword(of: session.account, from: newPasswordCommand)
        try FundClient(session).changePassword(from: current, to: new)
        StandardOutput.print("The password of \(session.account) is changed. Your other devices are logged out.")
    }
}

extension Store {
    /// How the store names an account.
    fileprivate static func accountKey(_ account: String, at server: String) -> String { "\(server) \(account)" }

    /// Asks before everything that this device shared with one account goes to another one, too.
    ///
    /// - Throws: A ``ToolError`` with status 77 if the answer is no, or if there is nobody to ask.
    fileprivate func askBeforeSharing(with account: String, at server: String) throws {
        guard let last = try text(.lastAccount), last != Self.accountKey(account, at: server),
            let space = last.firstIndex(of: " ")
        else { return }
        let (funds, feeds) = (try funds().count, try feeds().count)
        guard funds + feeds > 0 else { return }
        let before = "\(last[last.index(after: space)...]) at \(last[..<space])"
        guard console.canAsk else {
            throw ToolError.refused(
                "This device was logged in as \(before), and you can't be asked here. To send everything on it to \(account) at "
                    + "\(server), too, add --yes. To keep the accounts apart, set XDG_DATA_HOME to another folder.")
        }
        let question = """
            This device was logged in as \(before). Send its \(Quantity(funds, "fund")) and \(Quantity(feeds, "feed")) to \
            \(account) at \(server), too?
            """
        guard console.confirm(question) else { throw ToolError.refused("Nothing is sent, and you are not logged in.") }
    }

    /// Makes the store ready for an account. If it was another one before, everything here is new to the server. If not, the server may
    /// still have lost bytes of files, so it is asked for them again.
    fileprivate func prepare(for account: String) throws {
        try database.transaction {
            try forgetUploads()
            guard try text(.lastAccount) != account else { return }
            try nameFeeds()
            try forgetVersions(isSameAccount: false)
            try set(.history, to: nil)
            try set(.lastAccount, to: account)
        }
    }
}
