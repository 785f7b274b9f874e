import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct MailFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file",
        abstract: "File a message under a fund by hand, no matter who sent it."
    )

    @Argument(help: "The number of the message, as fund mail shows it.")
    var number: Int64

    @Option(help: "The fund.")
    var fund: String?

    @Flag(help: "Take it out of its fund.")
    var unfiled = false

    func validate() throws {
        guard (fund != nil) != unfiled else { throw ValidationError("Give either --fund or --unfiled.") }
    }

    func run() throws {
        let store = try Store()
        let mail = try store.existingMail(number)
        let fund = try fund.map { try store.fund($0) }
        try store.file(mail, under: fund)
        try Membership.announce(store)
        console.say("“\(mail.subject)” is \(fund.map { "filed under “\($0.name)”" } ?? "unfiled now").")
    }
}

struct MailTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust a sender: their mail is filed by its subject. Without an address, list the trusted senders.",
        discussion: """
            Anybody can write any address into From. So your mail server must also vouch for the sender: set its name with \
            fund mail account set ADDRESS --authserv-id NAME.
            """
    )

    @Argument(help: "Addresses such as anna@example.org, or domains such as @example.org.")
    var addresses: [String] = []

    @Flag(help: "Stop trusting them. Mail that is already filed stays where it is.")
    var remove = false

    func validate() throws {
        guard !remove || !addresses.isEmpty else { throw ValidationError("--remove needs an address.") }
        for address in addresses {
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty, SafeText(address).description == address,
                !address.contains(where: \.isWhitespace)
            else { throw ValidationError("“\(address)” is neither an address nor a domain such as @example.org.") }
        }
    }

    func run() throws {
        let store = try Store()
        if addresses.isEmpty {
            var output = Output()
            for address in try store.trustedSenders() { try output.print("\(SafeText(address))\n") }
            return try output.flush()
        }
        if remove {
            for address in addresses where try !store.distrust(address) {
                throw ToolError.notFound("\(address) is not trusted. To list the trusted senders: fund mail trust")
            }
            return
        }
        for address in addresses { try store.trust(address) }
        let filed = try MailFiling(store).fileWaiting(in: store)
        if filed > 0 { console.say("\(Quantity(filed, "message")) filed.") }
        try Membership.announce(store)
        if try store.mailAccounts().allSatisfy({ $0.vouchingServer == nil }) {
            console.say(
                "Mail is filed only after you have said what your mail server calls itself: "
                    + "fund mail account set ADDRESS --authserv-id NAME")
        }
    }
}
