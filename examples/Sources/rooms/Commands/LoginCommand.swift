import AppGroupText
import ArgumentParser
import Downloading
import EWS
import ToolProgram
import ToolSupport

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to your company's Exchange server, and read its rooms.",
        discussion: """
            The password is not stored: rooms asks for it each time. With --remember, the desktop's keyring keeps it; with \
            --password-command, a command prints it.

            The exit status is 77 if the server refuses the password, which is tried once, 69 if the server can't be found \
            or trusted, and 76 if something other than Exchange Web Services answers.
            """
    )

    // Older releases knew only `--email`.
    @Option(name: [.customLong("mail"), .customLong("email")], help: "Your mail address.")
    var email: String

    @Option(help: "The address of Exchange Web Services. Without it, rooms looks for the server.")
    var server: String?

    @Option(help: "The name to log in with, if it is not the address: DOMAIN\\name.")
    var user: String?

    @Option(help: "How to log in: ntlm, or basic, which sends the password through the encrypted connection.")
    var auth = Account.Authentication.ntlm

    @Option(help: "A shell command that prints the password.")
    var passwordCommand: String?

    @OptionGroup var certificates: CertificateOptions

    @Flag(help: "Let the desktop's keyring remember the password.")
    var remember = false

    @Option(help: "Whom to contact if the login fails; shown with the error message.")
    var administrator: String?

    func run() async throws {
        guard let address = EmailAddress(email) else {
            throw ToolError.unreadable("“\(email)” is not a mail address such as you@example.com.")
        }
        let ledger = try Ledger()
        let known = try ledger.read().account
        if let other = known, other.email.lowercased() != email.lowercased() {
            throw ToolError.usage("\(other.email) is logged in. To log out first: rooms logout")
        }
        var account = Account(
            email: email, server: server ?? "", user: user, authentication: auth, passwordCommand: passwordCommand,
            authorities: try certificates.path(), administrator: administrator)
        let password = try account.password()
        let folder = ledger.file.folder
        if server == nil {
            // The search may lead to the server that the account has had so far.
            if let host = known.flatMap({ WebAddress($0.server) })?.host {
                var waited: Int64 = 0
                try await BackOff(folder: folder, host: host).waitForEnd(waited: &waited)
            }
            account.server = try await find(address, account, password)
        }
        let exchange = try ServerConnection.server(account, password: password, folder: folder)
        console.say("Logging in to \(account.server) …")
        let rooms = try await exchange.rooms { console.say("Reading the rooms …") }
        try RefusedPassword.forget(in: folder)
        // The keyring's entry has the address as it was typed then.
        if let known, !remember || known.email != email {
            do { try known.passwordSource.forget() } catch {
                console.say("\(error) To remove it later: rooms login --remember, then rooms logout")
            }
        }
        if remember {
            try account.passwordSource.remember(password)
            account.isRemembered = true
        }
        let state = try ledger.change { state in
            (state.account, state.listed) = (account, rooms)
        }
        guard !state.rooms.isEmpty else {
            return console.say(
                "\(email) is logged in. The server has no list of rooms: name them with rooms places import FILE.csv")
        }
        console.say(
            "\(email) is logged in. \(Quantity(state.rooms.count, "room is", "rooms are")) known. "
                + "To see the free ones: rooms free")
    }

    /// Looks for the server of an address.
    private func find(_ address: EmailAddress, _ account: Account, _ password: String) async throws -> String {
        console.say("Looking for the server of \(address.domain) …")
        var search = Autodiscovery(
            address, credentials: Credentials(user: account.user ?? account.email, password: password))
        search.authentication = account.authentication == .basic ? .basic : .ntlm
        search.authorities = try ServerConnection.authorities(account)
        search.userAgent = "rooms/0.1"
        let domain = address.domain
        search.allowsServer = { host in
            console.confirm("The server \(host) is not in \(domain). Send your name and password there?")
        }
        search.triesAgain = { host in
            console.confirm(
                """
                The name or the password was refused. Try them at \(host), too? Each try counts if your company locks \
                accounts.
                """)
        }
        do throws(EWSError) { return try await search.find().server.description } catch {
            throw ToolError(error, account)
        }
    }
}

extension Account.Authentication: ExpressibleByArgument {}
