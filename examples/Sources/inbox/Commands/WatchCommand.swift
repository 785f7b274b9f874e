import ArgumentParser
import MailReading

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Prints a line now, and whenever the number of unread messages changes."
    )

    func run() throws {
        let mail = try Mail()
        let watch = MaildirWatch(mail.maildir)  // before the first count, lest something come in between
        var last: Unread?
        while true {
            let unread = mail.unread(among: try mail.maildir.files())
            if unread.count != last?.count { try Output.standard.print("\(unread)\n") }
            last = unread
            watch.wait(seconds: 5)
        }
    }
}
