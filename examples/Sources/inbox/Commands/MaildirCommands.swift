import AppGroupPlatform
import ArgumentParser
import MailReading
import ToolProgram
import ToolSupport

struct MaildirCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maildir",
        abstract: "Set the folder that holds your mail, or print it."
    )

    @Argument(help: "A folder that contains cur, new and tmp.", completion: .directory)
    var path: String?

    func run() throws {
        guard let path else {
            return try Output.write("\(MaildirSetting().maildir().path.harmless)\n")
        }
        let maildir = try Maildir(at: absolute(path))
        try MaildirSetting().remember(maildir)
        console.say(Mail(maildir).unread(among: try maildir.files()))
    }

    private func absolute(_ path: String) throws(ToolError) -> String {
        do throws(SystemError) { return try Files.absolute(path) } catch {
            throw .inputOutput("The working directory is unknown: \(error).")
        }
    }
}

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print a line now, and another whenever the number of unread messages changes."
    )

    func run() throws {
        let mail = try Mail()
        var watch = MaildirWatch(mail.maildir)  // before the first count, so that no change goes unnoticed
        var last: Unread?
        while true {
            let unread = mail.unread(among: try mail.maildir.files())
            if unread.count != last?.count { try Output.write("\(unread)\n") }
            last = unread
            watch.wait()
        }
    }
}
