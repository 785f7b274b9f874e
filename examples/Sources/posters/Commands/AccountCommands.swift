import AppGroupCommands
import AppGroupPlatform
import ArgumentParser
import PhoneNumbers
import ToolClient
import ToolProgram
import ToolSupport

/// Which server, and whose certificates count.
struct ServerOptions: ParsableArguments {
    @Option(help: "The server's address, such as https://posters.example.org. It is needed once.")
    var server: String?

    @OptionGroup var certificates: CertificateOptions

    /// A connection to the server: the one that is given, or else the one that is known.
    func connection(_ store: Store) throws -> PostersClient {
        guard let address = try server ?? store.text(.server) else {
            throw ToolError.usage("Which server? Add --server https://posters.example.org")
        }
        return try PostersClient(address, authorities: authorities(store))
    }

    /// The absolute path of the file with certificates.
    func authorities(_ store: Store) throws -> String? {
        try certificates.path() ?? (server == nil ? store.text(.authorities) : nil)
    }

    /// Keeps a new session, and brings everything that the server has for its account.
    func begin(_ session: PostersClient.NewSession, at server: PostersClient, _ store: Store) throws {
        try store.database.transaction {
            try store.set(.server, to: server.address)
            try store.set(.authorities, to: authorities(store))
            try store.set(.token, to: session.token)
            try store.put(session.account)
        }
        let account = session.account
        StandardOutput.print("\(account.name) is logged in to \(server.address), as \(account.role.rawValue).")
        try Synchronizer(store: store, report: { StandardOutput.print($0) }).run()
        if let info = try? server.info() { try store.set(.info, toJSON: info) }
    }

    /// The name of this device in the server's list of sessions.
    static var client: String { "posters on \(ThisProcess.hostName ?? "")" }
}

/// Where a password comes from. It is never an argument, because other users can read those.
struct PasswordOptions: ParsableArguments {
    @Option(help: "A shell command that prints the password. Without it, posters asks for it.")
    var passwordCommand: String?

    /// The password.
    ///
    /// - Parameter isNew: Whether it is asked twice, since nobody sees what is typed.
    /// - Throws: An error with status 77 if there is none.
    func password(of name: String, isNew: Bool = false) throws -> String {
        try console.password(of: name, from: passwordCommand, isNew: isNew)
    }
}

struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Open an account as a resident, and log in.",
        discussion: "The server needs a mail address, a phone number, or both. Only supervisors can see them."
    )

    @Option(help: "Your name. Supervisors see it beside your reports.")
    var name: String

    @Option(help: "Your mail address.")
    var mail: String?

    @Option(help: "Your phone number.")
    var phone: String?

    @OptionGroup
    var serverOptions: ServerOptions

    @OptionGroup
    var passwordOptions: PasswordOptions

    func run() throws {
        guard let login = mail ?? phone else { throw ToolError.usage("Add --mail you@example.com, or --phone NUMBER.") }
        let store = try Store()
        let server = try serverOptions.connection(store)
        try store.needNobody(mail, phone, at: server.address)
        let number = try phone.map(PhoneOption.parse)?.e164
        let password = try passwordOptions.password(of: login, isNew: true)
        let session = try server.register(
            .init(name: name, mail: mail, phone: number, password: password, client: ServerOptions.client))
        try serverOptions.begin(session, at: server, store)
    }
}

struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in by mail or phone.",
        discussion: """
            posters asks for the password and does not store it. The server gives this device a token, which is stored \
            in a file that only you can read. The exit status is 77 if the server refuses the login.
            """
    )

    @Option(help: "Your mail address.")
    var mail: String?

    @Option(help: "Your phone number.")
    var phone: String?

    @OptionGroup
    var serverOptions: ServerOptions

    @OptionGroup
    var passwordOptions: PasswordOptions

    func run() throws {
        guard (mail == nil) != (phone == nil), let login = mail ?? phone else {
            throw ToolError.usage("Add either --mail you@example.com or --phone NUMBER.")
        }
        let store = try Store()
        let server = try serverOptions.connection(store)
        try store.needNobody(mail, phone, at: server.address)
        let number = try phone.map(PhoneOption.parse)?.e164
        let password = try passwordOptions.password(of: login)
        let session = try server.login(
            .init(mail: mail, phone: number, password: password, client: ServerOptions.client))
        try serverOptions.begin(session, at: server, store)
    }
}

struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out, and erase reports and drafts from this device.",
        discussion: "Reports on the server stay as they are."
    )

    @Flag(help: "End your sessions on all devices.")
    var everywhere = false

    @Flag(help: "Don't ask.")
    var yes = false

    func run() throws {
        let store = try Store()
        let account = try store.neededAccount()
        let warning = try store.warningOfDrafts()
        guard yes || console.confirm("Erase everything that posters knows for \(account.login)?\(warning)") else {
            throw ToolError.usage(console.refusal("Nothing was erased."))
        }
        let turn = try store.takeTurn { console.say(Store.waiting) }
        do { try store.server().logout(everywhere: everywhere) } catch let error as ToolError {
            if everywhere { throw error }
            console.say("\(error) Your session there lasts until it expires: later, use logout --everywhere.")
        }
        try store.erase()
        turn.end()
        try Membership.announce(store)
        StandardOutput.print("\(account.login) is logged out.")
    }
}

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show or delete your account, or change its password.",
        subcommands: [Show.self, ChangePassword.self, Delete.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show who is logged in.")

        func run() throws {
            let store = try Store()
            let account = try store.neededAccount()
            let ways = [account.mail, account.phone].compactMap(\.self).joined(separator: ", ")
            StandardOutput.print(
                "\(account.name) (\(ways)), \(account.role.rawValue), at \(try store.text(.server) ?? "")")
        }
    }

    struct ChangePassword: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Change your password.",
            discussion: """
                Your other devices are logged out. If you forgot your password, ask the server's administrator for a new one.
                """
        )

        @OptionGroup
        var passwordOptions: PasswordOptions

        @Option(help: "A shell command that prints the new password. Without it, posters asks for it.")
        var newPasswordCommand: String?

        func run() throws {
            let store = try Store()
            let account = try store.neededAccount()
            let current = try passwordOptions.password(of: account.login)
            let new = try console.newPassword(of: account.login, from: newPasswordCommand)
            try store.server().changePassword(from: current, to: new)
            StandardOutput.print("The password of \(account.login) is changed. Your other devices are logged out.")
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete your account on the server.",
            discussion:
                "Your name, mail address, phone number and password are deleted. Your reports stay there without your name."
        )

        @Flag(help: "Don't ask.")
        var yes = false

        @OptionGroup
        var passwordOptions: PasswordOptions

        func run() throws {
            let store = try Store()
            let account = try store.neededAccount()
            let warning = try store.warningOfDrafts()
            guard yes || console.confirm("Delete the account \(account.login) for good?\(warning)") else {
                throw ToolError.usage(console.refusal("Nothing was deleted."))
            }
            let password = try passwordOptions.password(of: account.login)
            let turn = try store.takeTurn { console.say(Store.waiting) }
            try store.server().deleteAccount(password: password)
            try store.erase()
            turn.end()
            try Membership.announce(store)
            StandardOutput.print("The account \(account.login) is deleted. Its reports stay, without a name.")
        }
    }
}

extension Store {
    /// What to say before everything is erased, with a space before it; nothing if there are no drafts.
    fileprivate func warningOfDrafts() throws -> String {
        let drafts = try draftCount()
        return drafts > 0 ? " \(drafts) drafts were not sent and are lost." : ""
    }

    /// Makes sure that nobody else is logged in, and nobody at another server: the numbers of reports mean something only there.
    fileprivate func needNobody(_ mail: String?, _ phone: String?, at address: String) throws {
        guard let account = try account(), try text(.token) != nil else { return }
        let isSame =
            mail.map { $0.lowercased() == account.mail?.lowercased() }
            ?? phone.map { (try? PhoneNumber(parsing: $0))?.e164 == account.phone } ?? false
        let known = try text(.server) ?? ""
        guard !isSame || known != address else { return }
        throw ToolError.usage("\(account.login) is logged in to \(known). To log out first: posters logout")
    }
}
