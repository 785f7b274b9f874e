import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import fund

@Suite("Mail accounts that fail while fund watches")
struct MailWatchTests {
    @Test(
        "An account that fails rests until it is changed, is reported once, and stops neither other mail nor the news",
        arguments: ["busy", "denies", "lost"])
    func rests(behavior: String) async throws {
        let server = try await MailPeer(behavior: "", messages: [])
        let other = try await MailPeer(behavior: "", messages: [])
        let feeds = try await FeedServer()
        let authorities = try [server, other].map { try String(contentsOfFile: $0.authority, encoding: .utf8) }.joined()
        let file = server.folder.appending(path: "authorities.pem")
        try Data(authorities.utf8).write(to: file)
        let anna = try Investor(["SSL_CERT_FILE": file.path])
        for (address, port) in [("anna@example.org", server.tls), ("ben@example.org", other.tls)] {
            try await anna.succeed(
                "mail", "account", "add", address, "--server", "localhost:\(port)", "--password-command", "echo secret")
        }
        func deliver(_ subject: String, to server: MailPeer) throws {
            try Data(MailPeer.message(subject).utf8).write(
                to: server.folder.appending(path: "\(subject).eml"), options: .atomic)
        }

        try server.behave(behavior)
        let process = try anna.start(["watch", "--every", "1s"])
        try deliver("M1", to: other)
        #expect(await comesTrue { process.output.contains("M1") }, "\(process.errors)")
        try feeds.put([FeedServer.Item(guid: "1", title: "News")])
        let outline = "<outline type=\"rss\" text=\"x\" xmlUrl=\"\(feeds.address())\"/>"
        try await anna.succeed(
            "feed", "import", anna.write("<opml version=\"2.0\"><body>\(outline)</body></opml>", to: "feeds.opml"))
        #expect(await comesTrue { process.output.contains("News") }, "\(process.errors)")
        try deliver("M2", to: other)
        #expect(await comesTrue { process.output.contains("M2") }, "\(process.errors)")
        #expect(server.commands.count { $0.hasPrefix("AUTH") } == 2, "once to add the account, and once to watch")
        let reports = process.errors.split(separator: "\n").count { $0.contains("anna@example.org:") }
        #expect(reports == 1, "\(process.errors)")

        try server.behave("")
        try deliver("M3", to: server)
        let log = anna.home.appending(path: "asked").path
        try await anna.succeed(
            "mail", "account", "set", "anna", "--password-command", "echo asked >> \(log); echo secret")
        #expect(await comesTrue { process.output.contains("M3") }, "\(process.errors)")
        let questions = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
        #expect(questions == 2, "once to change the account, and once to watch")
        process.send(SIGKILL)
    }

    @Test("Each rest of an account is twice as long, up to an hour, and only a refused login gets that at once")
    func lengths() {
        func account(_ id: Int64, user: String = "anna") -> MailAccount {
            MailAccount(
                id: id, address: "\(id)@example.org", host: "localhost", port: 995, encryption: "tls", user: user,
                passwordCommand: nil, isRemembered: false, deletes: false, vouchingServer: nil)
        }
        let accounts = [account(1), account(2), account(3)]
        var rests = MailRests()
        var now = Timestamp(seconds: 1_000_000)
        func awake(after seconds: Int64) -> [Int64] {
            rests.awake(accounts, at: Timestamp(seconds: now.seconds + seconds)).map(\.id)
        }
        for minutes in [5, 10, 20, 40, 60, 60] as [Int64] {
            let asked = rests.awake(accounts, at: now)
            let failure = MailFailure(account: "1@example.org", error: .unavailable("away"))
            rests.note([failure], of: asked, among: accounts, from: now)
            #expect(awake(after: minutes * 60 - 1) == [2, 3] && awake(after: minutes * 60) == [1, 2, 3])
            #expect(rests.failures == ["1@example.org: away"])
            now = Timestamp(seconds: now.seconds + minutes * 60)
        }
        let locked = MailFailure(account: "2@example.org", error: .refused("the keyring is locked"))
        rests.note([locked], of: accounts, among: accounts, from: now)
        #expect(awake(after: 299) == [1, 3] && awake(after: 300) == [1, 2, 3])
        let refused = MailFailure(account: "2@example.org", error: .refused("no"), isLoginRefused: true)
        rests.note([refused], of: accounts, among: accounts, from: now)
        #expect(awake(after: 3599) == [1, 3] && awake(after: 3600) == [1, 2, 3])
        #expect(rests.awake([account(2, user: "ben")], at: now).count == 1, "an account that was changed")
        #expect(awake(after: -7200) == [1, 2, 3], "a clock that was set back")
        rests.note([], of: [], among: [accounts[0]], from: now)
        #expect(rests.failures.isEmpty, "an account that was removed")
    }
}
