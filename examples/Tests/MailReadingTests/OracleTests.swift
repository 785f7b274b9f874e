import ExamplesTestSupport
import Foundation
import MailReading
import TestSupport
import Testing

@Suite("Comparison with Python's mailbox and email modules")
struct OracleTests {
    /// The facts about a message, from Python or from MailReading.
    struct Account: Codable, Equatable {
        var id: String
        var folder: String
        var flags: String
        var unread: Bool
        var subject: String?
        var name: String?
        var address: String?
        var date: String?
        var messageID: String?
        var text: String?
    }

    @Test("A Maildir of nasty messages is read the same way as by Python", arguments: [1, 2, 3, 4] as [UInt64])
    func readsTheSame(seed: UInt64) throws {
        let mail = try TemporaryMaildir()
        var writer = MessageWriter(random: RandomSource(seed: seed))
        for number in 0..<250 {
            let name = writer.random.pick([
                "new/%d.x", "cur/%d.x:2,", "cur/%d.x:2,S", "cur/%d.x:2,FRS", "cur/%d.x:2,PT",
            ])
            try mail.deliver(writer.message(), as: name.replacing("%d", with: "\(1_700_000_000 + number)"))
        }

        let expected = try accountsByPython(mail)
        let accounts = try accountsByMailReading(mail)
        #expect(accounts.count == 250)
        #expect(accounts.map(\.id) == expected.map(\.id))
        for (account, expected) in zip(accounts, expected) where account != expected {
            Issue.record("\(account)\ndiffers from Python's\n\(expected)\nfor\n\(try source(of: expected, in: mail))")
        }
    }

    private func accountsByPython(_ mail: TemporaryMaildir) throws -> [Account] {
        let output = try Python.run("mail.py", mail.url.path)
        return try JSONDecoder().decode([Account].self, from: Data(output.utf8))
    }

    private func accountsByMailReading(_ mail: TemporaryMaildir) throws -> [Account] {
        let maildir = try mail.maildir
        return try maildir.files().reversed().map { file in
            let header = try #require(try maildir.header(of: file))
            return Account(
                id: file.id, folder: "\(file.folder)", flags: file.flags, unread: file.isUnread,
                subject: header.subject, name: header.sender?.name, address: header.sender?.address,
                date: header.date, messageID: header.messageID,
                text: try maildir.message(file)?.plainText?.trimmingSuffix("\n"))
        }
    }

    private func source(of account: Account, in mail: TemporaryMaildir) throws -> String {
        let name = try #require(try mail.names.first { $0.contains(account.id) })
        return try mail.contents(of: name)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        String(reversed().drop { $0 == character }.reversed())
    }
}
