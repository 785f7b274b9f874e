import AppGroup
import AppGroupPlatform
import ArgumentParser
import ToolProgram
import ToolSupport

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Send a file by mail.",
        discussion: """
            If your desktop has a mail program, it opens with a draft (xdg-email). Otherwise the file is sent through \
            the server that $XDG_CONFIG_HOME/fund/mail.conf names: \(MailServer.form).

            fund posts nothing on social networks. Each of them requires an application that its maker registers, with a \
            secret that everybody could read in fund, and your notes and files about a fund are not for the public.
            """
    )

    /// The largest file that is sent, in bytes. Most servers refuse larger ones.
    private static let limit = 25 << 20

    /// What the message, and the folder in which it is written, are called.
    private static let draftName = "message"

    @Argument(help: "The file, as FUND/FILE.")
    var file: String

    @Option(help: "The recipient's address.")
    var mail: String

    func validate() throws {
        let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !mail.hasPrefix("-"),
            mail.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !"<>,;\"".utf8.contains($0) })
        else { throw ValidationError("“\(mail)” is not an address such as anna@example.org") }
    }

    func run() throws {
        let store = try Store()
        let file = try store.file(file)
        let subject = "\(file.fund.name): \(file.path)"
        let draft = ["xdg-email", "--utf8", "--subject", subject, "--attach", file.place, mail]
        if Processes.start(draft, watchingFor: .seconds(20)) == 0 {
            return console.say("Your mail program has a draft to \(mail) with \(file.selector).")
        }
        let environment = ProcessEnvironment.current
        guard let server = try MailServer(environment) else {
            throw ToolError.unavailable(
                "There is no mail program (xdg-email), and no server is set. To set one, write these lines into "
                    + "\(BaseDirectory.configuration.folder(of: "fund", in: environment) ?? "")/mail.conf: \(MailServer.form)"
            )
        }
        try send(file, subject: subject, by: server, in: store)
        console.say("\(file.selector) is sent to \(mail).")
    }

    private func send(_ file: FundFile, subject: String, by server: MailServer, in store: Store) throws {
        let contents: [UInt8]
        do throws(SystemError) {
            contents = try Files.fileContents(of: file.place, limit: Self.limit)
        } catch .tooLarge {
            throw ToolError.unreadable("\(file.selector) has more than \(Self.limit >> 20) MiB, which servers refuse.")
        } catch {
            throw ToolError.inputOutput("\(file.selector) can't be read: \(error).")
        }
        let now = Timestamp.now
        let message = MailMessage(
            sender: server.sender, recipient: mail, subject: subject, text: "\(file.path) is attached.\n",
            name: file.path.split(separator: "/").last.map(String.init) ?? file.path, contents: contents, date: now,
            token: "\(now.milliseconds).\(ThisProcess.number).\(UInt32.random(in: 0...(.max)))")
        let prefix = "\(Store.folder(in: store.root))/\(Self.draftName)"
        Self.removeOldDrafts(in: store, now: now)
        let login = try server.login()
        // Otherwise, Control-C would leave the message.
        try Interruption.keptBack { check in
            let folder: String
            do throws(SystemError) { folder = try Files.makeTemporaryFolder(prefix) } catch {
                throw ToolError.inputOutput("\(prefix) can't be written: \(error).")
            }
            defer { try? Files.removeTree(folder) }
            let draft: String
            do throws(SystemError) {
                draft = "\(folder)/\(try Files.write(message.bytes, into: folder, as: Self.draftName))"
            } catch {
                throw ToolError.inputOutput("\(prefix) can't be written: \(error).")
            }
            try check()
            try server.send(draft, to: mail, login: login, check: check)
        }
    }

    /// Deletes the messages that killed processes have left more than a day ago, as far as that is possible. Some of them
    /// are not in a folder.
    private static func removeOldDrafts(in store: Store, now: Timestamp) {
        let folder = Store.folder(in: store.root)
        for (entry, isFolder) in (try? Files.children(of: folder)) ?? []
        where entry.path.hasPrefix(draftName) && entry.modified < now.seconds - 86_400 {
            let path = "\(folder)/\(entry.path)"
            if isFolder { try? Files.removeTree(path) } else { try? Files.remove(path) }
        }
    }
}
