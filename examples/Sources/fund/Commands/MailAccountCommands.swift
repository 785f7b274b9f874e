import AppGroupCommands
import AppGroupText
import ArgumentParser
import Downloading
import ToolProgram

struct MailAccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage the accounts that mail is fetched from.",
        subcommands: [
            MailAccountListCommand.self, MailAccountAddCommand.self, MailAccountSetCommand.self,
            MailAccountRemoveCommand.self,
        ],
        defaultSubcommand: MailAccountListCommand.self)
}

struct MailAccountListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts.",
        discussion:
            "The fields of tsv are address, server, tls or stls, user, keep or delete, name of the server that vouches."
    )

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        let accounts = try Store(forReading: true).mailAccounts()
        try Output.write(MailAccountListing(accounts: accounts), as: format)
        if accounts.isEmpty, format == .table {
            console.say("There is no account yet. To add one: fund mail account add ADDRESS --server HOST")
        }
    }
}

/// What can be set about an account.
struct MailAccountOptions: ParsableArguments {
    @Option(help: "The POP3 server, as HOST or HOST:PORT.")
    var server: String?

    @Flag(help: "Encrypt from the first byte (tls, port 995), or after the command STLS (stls, port 110).")
    var encryption: MailEncryption?

    @Option(help: "The user name (default: the address).")
    var user: String?

    @Option(help: "A command that prints the password.")
    var passwordCommand: String?

    @Flag(help: "Keep the password in the desktop's keyring (secret-tool).")
    var remember = false

    @Option(
        name: .customLong("authserv-id"),
        help: "What your mail server calls itself in the field Authentication-Results, which it adds to every message.")
    var vouchingServer: String?

    @Flag(help: "Delete mail on the server once it is here, or keep it there.")
    var after: MailAfterFetching?

    @OptionGroup
    var waiting: TimeoutOptions

    func validate() throws {
        guard passwordCommand == nil || !remember else {
            throw ValidationError("Give either --password-command or --remember.")
        }
    }

    /// The account with everything that these options set; the rest stays as it was.
    func account(_ address: String, like old: MailAccount?) throws -> MailAccount {
        let encryption = encryption?.rawValue ?? old?.encryption ?? MailEncryption.tls.rawValue
        let kind = MailboxAddress.Encryption(rawValue: encryption) ?? .immediate
        let place =
            server.map { MailboxAddress($0, kind) }
            ?? old.flatMap { old in
                MailboxAddress(
                    host: old.host, port: encryption == old.encryption ? old.port : kind.usualPort, kind)
            }
        guard let place else {
            throw ToolError.unreadable("“\(server ?? "")” is not a server. The form is HOST or HOST:PORT.")
        }
        let user = user ?? old?.user ?? address
        guard !user.isEmpty, SafeText(user).description == user else {
            throw ToolError.unreadable("“\(user)” can't be the name of a user.")
        }
        if let vouchingServer, vouchingServer.contains(where: { $0.isWhitespace || $0 == ";" }) {
            throw ToolError.unreadable("“\(vouchingServer)” can't be the name that a server gives itself.")
        }
        return MailAccount(
            id: old?.id ?? 0, address: address, host: place.host, port: place.port, encryption: encryption, user: user,
            passwordCommand: passwordCommand ?? (remember ? nil : old?.passwordCommand),
            isRemembered: remember || passwordCommand == nil && old?.isRemembered == true,
            deletes: after.map { $0 == .delete } ?? old?.deletes ?? false,
            vouchingServer: vouchingServer.map { $0.isEmpty ? nil : $0.lowercased() } ?? old?.vouchingServer)
    }

    /// Logs in, so that a mistake is found now, and stores the account.
    func save(_ account: MailAccount, in store: Store) throws {
        var account = account
        // A password that the keyring is to get is asked for.
        let password = try account.password.value(console, isNew: remember)
        let messages: Int
        do {
            let connection = try MailFetcher.connection(to: account, password: password, timeout: waiting.timeout)
            messages = try connection.entries().count
            try connection.quit()
        } catch let error as MailboxError {
            throw ToolError(error, of: account)
        }
        if remember { try account.password.remember(password) }
        account = try set(account, in: store)
        let filed = try MailFiling(store).fileWaiting(in: store)
        try Membership.announce(store)
        console.say("\(account.address) has \(Quantity(messages, "message")) at \(account.host).")
        if filed > 0 { console.say("\(Quantity(filed, "message")) filed.") }
    }

    /// Stores the account. If it gets another mailbox, it waits for a fetch that still runs, which would bring back what the old
    /// mailbox was seen to have.
    private func set(_ account: MailAccount, in store: Store) throws -> MailAccount {
        let old = try store.mailAccounts().first { $0.address == account.address }
        let turn = try old.flatMap { try $0.hasMailbox(of: account) ? nil : store.takeMailTurn() }
        defer { turn?.end() }
        return try store.setMailAccount(account)
    }
}

/// When the encryption begins.
enum MailEncryption: String, EnumerableFlag {
    case tls, stls
}

/// What happens on the server to mail that is here.
enum MailAfterFetching: String, EnumerableFlag {
    case delete, keep
}

struct MailAccountAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account, after logging in once.",
        discussion: """
            The connection is always encrypted. Without --password-command and --remember, fund asks for the password each \
            time.
            """
    )

    @Argument(help: "Your address.")
    var address: String

    @OptionGroup
    var options: MailAccountOptions

    func run() throws {
        guard address.contains("@"), SafeText(address).description == address, !address.contains(where: \.isWhitespace)
        else { throw ToolError.unreadable("“\(address)” is not an address such as anna@example.org") }
        guard options.server != nil else {
            throw ToolError.usage("Which server has your mail? fund mail account add \(address) --server HOST")
        }
        let store = try Store()
        guard try !store.mailAccounts().contains(where: { $0.address == address }) else {
            throw ToolError.unreadable("There is an account \(address) already. To change it: fund mail account set")
        }
        try options.save(options.account(address, like: nil), in: store)
        console.say("To fetch its mail: fund mail fetch")
    }
}

struct MailAccountSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change an account, after logging in once. Omitted options keep their values."
    )

    @Argument(help: "The address of the account, or a part of it.")
    var account: String

    @OptionGroup
    var options: MailAccountOptions

    func run() throws {
        let store = try Store()
        let old = try store.mailAccount(account)
        try options.save(options.account(old.address, like: old), in: store)
    }
}

struct MailAccountRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Forget an account. Its mail stays, here and on the server."
    )

    @Argument(help: "The address of the account, or a part of it.")
    var account: String

    func run() throws {
        let store = try Store()
        let account = try store.mailAccount(account)
        // A fetch that still runs could not record what it has fetched.
        let turn = try store.takeMailTurn()
        defer { turn.end() }
        try account.password.forget()
        try store.removeMailAccount(account)
        console.say("\(account.address) is forgotten. Its mail stays.")
    }
}
