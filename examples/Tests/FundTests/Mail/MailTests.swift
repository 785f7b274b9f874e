import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("Mail from Dovecot", .timeLimit(.minutes(20)))
struct MailTests {
    @Test("A message is filed under the fund that its subject names, shown, found and counted")
    func filed() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        try await anna.succeed("mail", "trust", "ben@example.com")
        try server.deliver(MailPeer.message("Re: =?UTF-8?B?W0VxdWl0eSA1MDBd?= Q3", body: "\nCharges fell: Фонд\n"))
        try server.deliver(MailPeer.message("Lunch"))
        try await anna.succeed("mail", "fetch")
        #expect(try await anna.records("mail", "list", "--fund", "equity").map { $0[5] } == ["Re: [Equity 500] Q3"])
        #expect(try await anna.records("mail", "list", "--unfiled").map { $0[5] } == ["Lunch"])
        #expect(try await anna.succeed("show", "equity").output.contains("Re: [Equity 500] Q3"))
        #expect(try await anna.records("search", "фонд", "--in", "mail").map { $0[1] } == ["Equity 500"])
        #expect(try await anna.records("search", "Lunch", "--in", "mail").map { $0[1] } == [""])
        let unfiled = try await anna.succeed("search", "Lunch", "--format", "json").output
        #expect(unfiled.contains(#""owner":null"#), "\(unfiled)")
        #expect(try anna.app.badge == 1, "only mail of funds counts")
        #expect(try anna.app.fields["mail"] == "Re: [Equity 500] Q3")
        #expect(try await anna.records("list")[0][3] == "1")
        let number = try await anna.records("mail", "list", "--fund", "equity")[0][0]
        #expect(try await anna.succeed("mail", "show", number).output.contains("Charges fell: Фонд"))
        #expect(try anna.app.badge == 0)
        let unread = try await anna.records("mail", "list", "--unfiled")[0][0]
        #expect(
            try await anna.succeed("mail", "read", number, unread).errors == "fund: 1 message marked as read.\n")
    }

    @Test("Mail that stays on the server is fetched once, even after one message was deleted in between")
    func keep() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        for number in 1...3 { try server.deliver(MailPeer.message("M\(number)"), as: "\(number).x") }
        try await anna.succeed("mail", "fetch")
        let first = try #require(try server.messages.first { $0.hasPrefix("1.x") })
        for folder in ["new", "cur"] {
            try? FileManager.default.removeItem(at: server.folder.appending(path: "Maildir/\(folder)/\(first)"))
        }
        try server.deliver(MailPeer.message("M4"), as: "4.x")
        try await anna.succeed("mail", "fetch", "--keep")
        #expect(try await anna.records("mail", "list").map { $0[5] }.sorted() == ["M1", "M2", "M3", "M4"])
        #expect(try server.messages.count == 3)
    }

    @Test("Mail is deleted on the server only after it is on the disk, and stays here")
    func delete() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor("--delete")
        for number in 1...5 { try server.deliver(MailPeer.message("M\(number)")) }
        try await anna.succeed("mail", "fetch")
        #expect(try server.messages.isEmpty)
        #expect(try await anna.records("mail", "list").count == 5)
        // A message whose file is gone here stays there.
        try server.deliver(MailPeer.message("M6"))
        try await anna.succeed("mail", "fetch", "--keep")
        for file in try anna.mailFiles { try FileManager.default.removeItem(at: file) }
        let result = try await anna.succeed("mail", "fetch")
        #expect(result.errors.contains("stays on the server"))
        #expect(try server.messages.count == 1)
    }

    @Test("Without a terminal, add says how to give the password of an account that is not stored yet")
    func addWithoutTerminal() async throws {
        let result = try await Investor().fund("mail", "account", "add", "anna@example.org", "--server", "localhost:1")
        let command = "fund mail account add anna@example.org … --password-command COMMAND"
        #expect(result.ending == .exit(77) && result.errors.contains(command), "\(result.errors)")
    }

    @Test("A message under another UIDL is recognized, even if it was removed here")
    func otherIdentifiers() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        for number in 1...3 { try server.deliver(MailPeer.message("M\(number)", id: "\(number)")) }
        try await anna.succeed("mail", "fetch")
        let removed = try await anna.records("mail", "list")[0]
        try await anna.succeed("mail", "rm", removed[0], "--forever")
        // A server that was restored from a copy may give all messages new identifiers, and note that they were read.
        for name in try server.messages {
            for folder in ["new", "cur"] {
                let file = server.folder.appending(path: "Maildir/\(folder)/\(name)")
                guard let data = try? Data(contentsOf: file) else { continue }
                try FileManager.default.removeItem(at: file)
                try server.deliver(Data("Status: RO\n".utf8) + data, as: "again-\(name)")
            }
        }
        let result = try await anna.succeed("mail", "fetch")
        #expect(result.errors.contains("3 messages here already"), "\(result.errors)")
        #expect(try await anna.records("mail", "list").count == 2)
        #expect(try anna.mailFiles.count == 2, "the file of the removed message is back")
    }

    @Test("A wrong password is sent once and refused with status 77")
    func wrongPassword() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let result = try await anna.fund("mail", "account", "set", "anna", "--password-command", "echo wrong")
        #expect(result.ending == .exit(77), "\(result.errors)")
        #expect(await comesTrue { server.log.contains("auth failed, 1 attempts") })
        #expect(server.log.components(separatedBy: "Password mismatch").count == 2)
    }

    @Test("The certificate of a stranger is refused with status 69, and no password is sent", arguments: [true, false])
    func stranger(isUpgraded: Bool) async throws {
        let server = try await MailPeer()
        let anna = try Investor()
        let result = try await anna.fund(
            "mail", "account", "add", "anna@example.org", isUpgraded ? "--stls" : "--tls", "--server",
            "localhost:\(isUpgraded ? server.stls : server.tls)", "--password-command", "echo secret")
        #expect(result.ending == .exit(69) && result.errors.contains("can't be trusted"), "\(result.errors)")
        #expect(await comesTrue { server.log.contains("no auth attempts") })
        #expect(!server.log.contains("Login:"))
    }

    @Test("If somebody on the way hides STLS, the status is 69, and no password is sent")
    func hidden() async throws {
        let server = try await MailPeer()
        let proxy = try await PythonServer(Python.path(of: "hiding_proxy.py"), ["\(server.stls)"])
        let anna = try Investor(["SSL_CERT_FILE": server.authority])
        func add(_ port: Int) async throws -> RunningProcess.Result {
            try await anna.fund(
                "mail", "account", "add", "anna@example.org", "--stls", "--server", "localhost:\(port)",
                "--password-command", "echo secret")
        }
        let result = try await add(proxy.port)
        #expect(result.ending == .exit(69) && result.errors.contains("STLS"), "\(result.errors)")
        let words = proxy.lines.map { $0.split(separator: " ")[0] }
        #expect(Set(words).isSubset(of: ["CAPA", "STLS", "QUIT"]), "\(proxy.lines)")
        #expect(try await add(server.stls).ending == .exit(0), "without the proxy, it works")
    }

    @Test("getmail6 sees as many messages as fund, with the same bytes")
    func getmail() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        for number in 1...20 {
            let body = "\n.\n..dots\nFrom here\n" + String(repeating: "line \(number)\n", count: number * 20)
            try server.deliver(MailPeer.message("M\(number)", id: "\(number)", body: body))
        }
        try await anna.succeed("mail", "fetch")
        let getmail = anna.home.appending(path: "getmail")
        for name in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: getmail.appending(path: name), withIntermediateDirectories: true)
        }
        try anna.write(
            """
            [retriever]
            type = SimplePOP3SSLRetriever
            server = localhost
            port = \(server.tls)
            username = anna@example.org
            password = secret
            [destination]
            type = Maildir
            path = \(getmail.path)/
            [options]
            delivered_to = false
            received = false
            """, to: "getmailrc")
        // As root, getmail would deliver as another user.
        var words = ["/usr/bin/getmail", "--getmaildir", anna.home.path, "--rcfile", "getmailrc"]
        if geteuid() == 0 {
            for folder in [anna.home, getmail] + ["cur", "new", "tmp"].map({ getmail.appending(path: $0) }) {
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            }
            words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
        }
        let new = getmail.appending(path: "new")
        // It has a process for each message, and on a busy machine gives up waiting for one; then it begins again.
        for attempt in 1... {
            let result = try await RunningProcess.run(words[0], Array(words.dropFirst()), environment: anna.environment)
            if result.ending == .exit(0) { break }
            let report = result.output + result.errors
            try #require(report.contains("timed out") && attempt < 10, "\(report)")
            for name in try FileManager.default.contentsOfDirectory(atPath: new.path) {
                try FileManager.default.removeItem(at: new.appending(path: name))
            }
        }
        func contents(_ folder: URL) throws -> Set<String> {
            Set(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
                    let data = try Data(contentsOf: folder.appending(path: $0))
                    return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
                        // getmail adds a field.
                        .replacing("Return-Path: <unknown>\n", with: "")
                        .trimmingCharacters(in: .newlines)
                })
        }
        let theirs = try contents(new)
        #expect(theirs.count == 20)
        let ours = try contents(anna.root.appending(path: ".fund/mail"))
        #expect(ours == theirs, "\(ours.subtracting(theirs).first ?? "")\n\(theirs.subtracting(ours).first ?? "")")
    }

    @Test("A fetch that is killed at 50 moments loses nothing and duplicates nothing, whether or not it deletes")
    func killed() async throws {
        var random = RandomSource(seed: 30)
        let server = try await MailPeer()
        let anna = try await server.investor()
        var sent: Set<String> = []
        var (kills, rounds) = (0, 0)
        while kills < 50, rounds < 200 {
            rounds += 1
            for number in 0..<3 {
                let subject = "M\(rounds)-\(number)"
                sent.insert(subject)
                try server.deliver(MailPeer.message(subject, body: "\n" + String(repeating: "x\n", count: 2000)))
            }
            let (files, waiting, stage) = (try anna.mailFiles.count, try server.messages.count, rounds % 5)
            let process = try anna.start(["mail", "fetch", stage == 4 || rounds % 2 == 0 ? "--delete" : "--keep"])
            func wait(until isReached: () throws -> Bool, atMost microseconds: Int) throws {
                while process.isRunning, try !isReached() { usleep(200) }
                usleep(UInt32(random.below(microseconds)))
            }
            switch stage {
            case 0: try wait(until: { true }, atMost: 60_000)
            // Some messages have come, or all of them.
            case 1, 2: try wait(until: { try anna.mailFiles.count >= files + stage }, atMost: 4000)
            case 3: try wait(until: { try anna.mailFiles.count >= sent.count }, atMost: 20_000)
            // The server has begun to delete.
            default: try wait(until: { try server.messages.count < waiting }, atMost: 2000)
            }
            process.send(SIGKILL)
            if try await process.result().ending == .signal(SIGKILL) { kills += 1 }
        }
        #expect(kills == 50)
        for file in try anna.mailFiles where file.pathExtension == "eml" {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.components(separatedBy: "x\r\n").count == 2001, "\(file) is not whole")
        }
        // A killed client's session may still hold the mailbox for a moment.
        var last = try await anna.fund("mail", "fetch", "--delete")
        for _ in 0..<50 where last.ending == .exit(75) { last = try await anna.fund("mail", "fetch", "--delete") }
        #expect(last.ending == .exit(0), "\(last.errors)")
        let subjects = try await anna.records("mail", "list", "--limit", "1000").map { $0[5] }
        #expect(subjects.count == sent.count && Set(subjects) == sent)
        #expect(try anna.mailFiles.count == sent.count)
        #expect(try server.messages.isEmpty)
    }

    @Test("Of two fetches at once, each message arrives once")
    func twice() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        for number in 1...30 { try server.deliver(MailPeer.message("M\(number)")) }
        let both = try [anna.start(["mail", "fetch"]), anna.start(["mail", "fetch"])]
        for process in both { #expect(try await process.result().ending == .exit(0), "\(process.errors)") }
        #expect(try await anna.records("mail", "list").count == 30)
    }

    @Test("fund watch fetches mail, too")
    func watch() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let process = try anna.start(["watch", "--every", "1s"])
        try server.deliver(MailPeer.message("While watching"))
        #expect(await comesTrue { process.output.contains("While watching") }, "\(process.errors)")
    }
}
