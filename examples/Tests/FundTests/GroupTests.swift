import AppGroup
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("fund in its group")
struct GroupTests {
    private let anna: Investor

    init() throws { anna = try Investor() }

    @Test("The badge counts unread news, and the fields hold the newest headline and its source")
    func badge() async throws {
        let server = try await FeedServer()
        try server.put([
            .init(guid: "1", title: "Old", date: "Mon, 02 Nov 2026 08:00:00 GMT"),
            .init(guid: "2", title: "New", date: "Tue, 03 Nov 2026 08:00:00 GMT"),
        ])
        try await anna.succeed("feed", "add", server.address())
        let app = try anna.app
        #expect(app.name == "Fund" && app.schemes == ["fund"] && app.badge == 2)
        #expect(app.icon?.fileName?.hasSuffix(".svg") == true)
        #expect(app.fields["newest"] == "New" && app.fields["source"] == "Markets")
        try await anna.succeed("news", "open", "1")
        #expect(try anna.app.badge == 1)
        try await anna.succeed("feed", "rm", "markets")
        #expect(try anna.app.badge == 0)
        #expect(try anna.app.fields.isEmpty)
    }

    @Test("An update tells the group what has changed, even if the update before was killed and could not")
    func untold() async throws {
        let server = try await FeedServer()
        try server.put([.init(guid: "1", title: "One")])
        try await anna.succeed("feed", "add", server.address())
        let store = try Store(root: anna.root.path)
        try store.database.run(
            "INSERT INTO items(feed, identity, title, date, seen) SELECT id, 'id:2', 'Two', 0, 0 FROM feeds")
        try await anna.succeed("news", "update", "--now")
        #expect(try anna.app.badge == 1, "the group is told only if the update has read a feed")
        try store.noteUntold()
        try await anna.succeed("news", "update", "--now")
        #expect(try anna.app.badge == 2)
        try server.put([.init(guid: "1", title: "One"), .init(guid: "3", title: "Three")])
        try await anna.succeed("news", "update", "--now")
        #expect(try anna.app.badge == 3)
    }

    @Test("If the group can't be told, a command says so once")
    func failure() async throws {
        try anna.write("", to: "groups")
        let result = try await anna.fund("sync")
        let sentences = result.errors.split(separator: "\n").filter { $0.contains("com.example.tools") }
        #expect(sentences.count == 1, "\(result.errors)")
    }

    @Test("An update tells the group of a feed that was added by a process that was killed before it could")
    func untoldFeed() async throws {
        let server = try await FeedServer()
        try server.put([.init(guid: "1", title: "One")])
        let store = try Store(root: anna.root.path)
        _ = try FeedAdding(store: store, fetcher: Fetcher(timeout: 600)).add(server.address(), to: nil)
        try await anna.succeed("news", "update")
        #expect(try anna.app.badge == 1)
    }

    @Test("Changes stay noted until the group was told, and so do changes that are noted meanwhile")
    func noted() throws {
        struct Killed: Error {}
        let store = try Store(root: anna.root.path)
        try store.noteUntold()
        #expect(throws: Killed.self) { try store.tellUntold { throw Killed() } }
        var told = 0
        try store.tellUntold {
            told += 1
            try store.noteUntold()
        }
        try store.tellUntold { told += 1 }
        try store.tellUntold { told += 1 }
        #expect(told == 2)
    }

    @Test("Links show a fund, the news and the list")
    func links() async throws {
        try await anna.succeed("new", "Equity 500")
        try await anna.succeed("note", "add", "Equity", "Plan", input: "Buy\n")
        #expect(try await anna.succeed("open-url", "fund://open?name=Equity%20500").output.contains("Plan"))
        #expect(try await anna.succeed("open-url", "fund://").output.contains("Equity 500"))
        #expect(try await anna.succeed("open-url", "fund://news").ending == .exit(0))
        #expect(try await anna.fund("open-url", "fund://news?source=x").ending == .exit(66))
        #expect(try await anna.fund("open-url", "fund://open?name=--help").ending == .exit(66))
    }

    @Test(
        "A link to fund that makes no sense is refused with status 65",
        arguments: [
            "fund://open", "fund://open?name=", "fund://rm?name=x", "fund://open?name=a&name=b", "inbox://",
            "fund://news?x=1", "fund://open?name=%1B", "fund:news", "fund:/news", "fund://news/x",
        ])
    func badLinks(link: String) async throws {
        #expect(try await anna.fund("open-url", link).ending == .exit(65))
    }

    @Test("A link opens the editor only after the user agreed")
    func noteLink() async throws {
        try await anna.succeed("new", "Equity")
        let unasked = try await anna.fund("open-url", "fund://note?fund=Equity")
        #expect(unasked.ending == .exit(77) && unasked.errors.contains("you can't be asked here"), "\(unasked)")
        func answer(_ word: String) async throws -> RunningProcess.Result {
            // The terminal stays open until the command has ended.
            try await anna.shell(
                """
                cd "$HOME" && rm -f ended && (printf '\(word)\\n'; until [ -e ended ]; do sleep 0.05; done) | {
                    script -q -e -c '"$fund" open-url "fund://note?fund=Equity"' /dev/null
                    status=$?; touch ended; exit $status
                }
                """, ["EDITOR": "echo written >", "VISUAL": "echo written >"])
        }
        #expect(try await answer("n").ending == .exit(77))
        #expect(try await anna.succeed("note", "show", "Equity").output.isEmpty)
        let agreed = try await answer("y")
        #expect(agreed.ending == .exit(0), "\(agreed.output)")
        #expect(try await anna.succeed("note", "show", "Equity").output == "written\n")
    }

    @Test("A window of its own shows funds, news and items until its user closes it")
    func window() async throws {
        try await anna.succeed("new", "Equity")
        try await anna.succeed("note", "add", "Equity", "Plan", input: "Buy\n")
        let result = try await anna.shell(
            "printf 'equity\\nn\\nnothing\\n-5\\nq\\n' | script -q -e -c '\"$fund\" open-url' /dev/null",
            ["APP_GROUP_WINDOW": "com.example.fund", "TERM": "xterm"])
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(result.output.contains("Plan") && result.output.contains("There is no fund “nothing”"))
        #expect(result.output.contains("There is no item -5."))
        #expect(try anna.app.fields["hold"] == "never")
    }
}
