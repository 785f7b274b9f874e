import AppGroup
import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolServer
import ToolSupport

struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract:
            "Sign in to a fund-server, so that funds, notes, feeds and read marks follow you to your other devices.",
        discussion: """
            The password is asked for and not stored. The server gives this device a key, which is stored where only you \
            can read it. The first sync follows at once. The exit status is 77 if the server refuses.
            """
    )

    @Argument(help: "The address of the server, such as https://funds.example.org.")
    var url: String

    @Option(help: "The name of your account.")
    var user: String

    @Option(help: "What this device is called: its host name, unless you say otherwise.")
    var device: String?

    @Option(help: "A shell command that prints the password. Without it, fund asks for it.")
    var passwordCommand: String?

    @Option(
        help: "A file with certificates to trust besides the system's (PEM), such as your company's own.",
        completion: .file())
    var ca: String?

    func run() throws {
        let store = try Store()
        let authorities = try authorities()
        let server = try FundServer(url, authorities: authorities)
        let before = try LoginSession.current(in: store)
        if let before, before.account != user.lowercased() || before.server != server.address {
            throw ToolError.usage("\(before.account) is signed in at \(before.server). To sign out first: fund logout")
        }
        guard let device = Note.checked(device ?? Processes.hostName)?.prefix(40) else {
            throw ToolError.usage("A device needs a name: add --device NAME")
        }
        let new = try server.login(
            user, password: console.password(of: user, from: passwordCommand), device: String(device))
        let session = LoginSession(
            server: server.address, account: new.account, device: String(device), session: new.session, key: new.key,
            authorities: authorities)
        // The store is prepared before the key is kept: a process that is killed in between has to sign in again.
        try store.prepare(for: "\(server.address) \(new.account)")
        try session.keep(in: store)
        if let before { try? FundServer(before).endSession() }
        Session.current.print("\(new.account) is signed in at \(server.address). This device is “\(device)”.")
        try SyncReport(quiet: false).run(store, session, files: nil)
    }

    /// The absolute path of the file with certificates.
    private func authorities() throws -> String? {
        guard let ca else { return nil }
        do throws(Errno) { return try Files.absolute(ca) } catch {
            throw ToolError.inputOutput("The working directory is unknown: \(error).")
        }
    }
}

struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign out. Everything stays on this device and on the server.",
        discussion: "What you change meanwhile is sent when you sign in to the same account again."
    )

    func run() throws {
        let store = try Store()
        let session = try LoginSession.needed(in: store)
        do { try FundServer(session).endSession() } catch let error as ToolError where error.status != 74 {
            console.say("\(error) The session there goes on until it expires.")
        }
        try LoginSession.erase(in: store)
        Session.current.print("\(session.account) is signed out.")
    }
}

struct ChangePasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change the password of your account on the server.",
        discussion: """
            Your other devices are signed out. If you forgot your password, ask the server's administrator for a new one.
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
        try FundServer(session).changePassword(from: current, to: new)
        Session.current.print("The password of \(session.account) is changed. Your other devices are signed out.")
    }
}

extension Store {
    /// Makes the store ready for an account. If it was another one before, everything here is new to the server.
    fileprivate func prepare(for account: String) throws {
        try database.transaction {
            guard try setting("sync.account") != account else { return }
            try nameFeeds()
            try forgetVersions(isSameAccount: false)
            try set("sync.history", to: nil)
            try set("sync.account", to: account)
        }
    }
}
