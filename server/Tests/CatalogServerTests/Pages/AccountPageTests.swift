import Accounts
import AppCatalog
import AppGroup
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Serving
import Testing

@testable import CatalogServer

@Suite("The page for a user's password and sessions")
struct AccountPageTests {
    private static let change = "current=long+enough&new=even+longer&again=even+longer"

    /// A browser in which a user is logged in.
    private struct Browser {
        private let client: RouterClient
        private let cookie: String

        init(_ client: RouterClient, as user: String, password: String = "long+enough") async throws {
            self.client = client
            let answer = try await client.ask(.post, "/login", json: "user=\(user)&password=\(password)")
            cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first.map(String.init))
        }

        /// - Parameter site: From where a link leads here, as browsers say it.
        func open(_ path: String = "/account", from site: String = "same-origin") async throws -> RouterClient.Answer {
            try await client.ask(.get, path, headers: [.cookie: cookie, HTTPField.Name("sec-fetch-site")!: site])
        }

        func send(_ form: String, from origin: String? = nil) async throws -> RouterClient.Answer {
            var headers: HTTPFields = [.cookie: cookie]
            headers[.origin] = origin
            return try await client.ask(.post, "/account", headers: headers, json: form)
        }

        /// Sends a form that is not refused, and opens the page that its answer leads to.
        func follow(_ form: String) async throws -> RouterClient.Answer {
            let answer = try await send(form)
            #expect(answer.status == 303, "\(answer.text)")
            return try await open(try #require(answer.headers[.location]))
        }

        /// Whether its session has not ended.
        func isLoggedIn() async throws -> Bool { try await open("/v1/catalog").status == 200 }

        /// Its own session.
        func session() async throws -> String {
            let list = try await open("/v1/sessions").decoded(SessionList.self)
            return try #require(list.sessions.first { $0.current }).id
        }
    }

    @Test func `A user changes their password on a page, which keeps them logged in there and nowhere else`()
        async throws
    {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let (mine, other) = (try await Browser(client, as: "ben"), try await Browser(client, as: "ben"))
            let page = try await mine.follow(Self.change)
            #expect(page.status == 200 && page.text.contains("Your password was changed"))
            #expect(try await mine.isLoggedIn())
            #expect(try await !other.isLoggedIn())
            for (password, status) in [("long+enough", 401), ("even+longer", 303)] {
                #expect(try await client.ask(.post, "/login", json: "user=ben&password=\(password)").status == status)
            }
        }
    }

    @Test(arguments: [
        ("current=guessed-secret&new=even+longer&again=even+longer", 401, "That is not your current password."),
        ("current=long+enough&new=even+longer&again=guessed-secret", 422, "The new passwords do not match"),
        ("current=long+enough&new=short&again=short", 422, "A password has at least 8 characters."),
        ("current=long+enough&new=even+longer", 400, "The form is incomplete"),
        ("", 400, "The form is incomplete"),
    ])
    func `A page says why a password was not changed, and shows none of those that were typed`(
        form: String, status: Int, reason: String
    ) async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let (mine, other) = (try await Browser(client, as: "ben"), try await Browser(client, as: "ben"))
            let answer = try await mine.send(form)
            #expect(answer.status == status && answer.text.contains(reason), "\(answer.text)")
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(["guessed-secret", "long enough", "even longer"].allSatisfy { !answer.text.contains($0) })
            #expect(try await other.isLoggedIn())
            _ = try await Browser(client, as: "ben")
        }
    }

    @Test func `The page takes three of the longest passwords, fully escaped`() async throws {
        let fixture = try await RouterFixture()
        let longest = (1...2).map { String(repeating: "%0\($0)", count: Password.maximumSize) }
        try await fixture.addUser("ben", password: String(repeating: "\u{1}", count: Password.maximumSize))
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben", password: longest[0])
            let page = try await browser.follow("current=\(longest[0])&new=\(longest[1])&again=\(longest[1])")
            #expect(page.text.contains("Your password was changed"))
        }
    }

    @Test func `A form that is not refused leads to another address, whose page says what has changed`()
        async throws
    {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let (mine, other) = (try await Browser(client, as: "ben"), try await Browser(client, as: "ben"))
            _ = try await Browser(client, as: "ben")
            let session = try await other.session()
            let forms = [
                ("end=\(session)", "end", "The session has ended."),
                ("endOthers=yes", "others", "Your other sessions have ended."),
                ("endOthers=yes", "nothing", "There were no other sessions."),
                (Self.change, "password", "Your password was changed, and your other sessions have ended."),
            ]
            for (form, word, sentence) in forms {
                let answer = try await mine.send(form)
                #expect(answer.status == 303 && answer.headers[.location] == "/account?done=\(word)")
                let page = try await mine.open("/account?done=\(word)")
                #expect(page.status == 200 && page.text.contains("role=\"status\">\(sentence)</p>"))
            }
        }
    }

    @Test func `A link on another site does not make the page say that something was changed`() async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben")
            let plain = try await browser.open()
            let page = try await browser.open("/account?done=password", from: "cross-site")
            #expect(page.status == 200 && page.body == plain.body)
        }
    }

    @Test(arguments: ["done=", "done=Password", "done=%3Cb%3Emarkup", "done", "end=password"])
    func `A query that names no change adds nothing to the page`(query: String) async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben")
            let (plain, page) = (try await browser.open(), try await browser.open("/account?\(query)"))
            #expect(page.status == 200 && page.body == plain.body)
        }
    }

    @Test func `Wrong passwords on the page for changing it count toward the limit of attempts`() async throws {
        let fixture = try await RouterFixture(limits: LoginLimits(nameBurst: 3, nameInterval: 60))
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben")
            for attempt in 0..<5 {
                let answer = try await browser.send("current=wrong&new=even+longer&again=even+longer")
                #expect(answer.status == (attempt < 3 ? 401 : 429))
                #expect(answer.headers[.retryAfter] == (attempt < 3 ? nil : "60"))
            }
            #expect(try await browser.send(Self.change).status == 429)
        }
    }

    @Test func `A page lists a user's sessions, marks its own, and never takes the name of a program for markup`()
        async throws
    {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben")
            // One character to a reader; to a browser, a quotation mark and a combining accent.
            for program in [#""client": "\"\u0301><b>launcher""#, #""client": null"#] {
                let login = #"{"user": "ben", "password": "long enough", \#(program)}"#
                #expect(try await client.ask(.post, "/v1/login", json: login).status == 200)
            }
            let page = try await browser.open()
            #expect(page.status == 200 && page.headers[.cacheControl] == "private, no-store")
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            #expect(page.text.contains("<p>&quot;\u{0301}&gt;&lt;b&gt;launcher</p>") && !page.text.contains("<b>"))
            #expect(page.text.contains("<p>Unknown program</p>") && page.text.contains("<p>browser: "))
            #expect(page.text.components(separatedBy: "This session").count == 2)
            #expect(page.text.components(separatedBy: "name=\"end\"").count == 4)
            let moment = "<time datetime=\"2025-11-21T15:00:00Z\">2025-11-21 15:00 UTC</time>"
            #expect(page.text.contains("<span>Logged in \(moment)</span> <span>Last used \(moment)</span>"))
            #expect(page.text.contains("End the session of Unknown program, logged in 2025-11-21 15:00 UTC"))
            #expect(page.text.contains(">End all other sessions</button>"))
            #expect(try await browser.open("/").text.contains("<a href=\"/account\">"))
        }
    }

    @Test func `A page lists the 100 newest sessions and its own, counts the others, and ends them all`()
        async throws
    {
        let fixture = try await RouterFixture()
        let ben = try await fixture.addUser("ben")
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben")
            func add(_ numbers: ClosedRange<Int>) async throws {
                for number in numbers {
                    let moment = Timestamp(milliseconds: fixture.clock.now.milliseconds + Int64(number))
                    let session = Session(
                        id: Session.ID(rawValue: "\(number)"), user: ben.id, client: "tool \(number)", created: moment,
                        lastUsed: moment)
                    try await fixture.parts.store.addSession(
                        session, of: ben, token: SessionToken().hash, by: fixture.who)
                }
            }
            func count(on page: RouterClient.Answer) -> Int {
                page.text.components(separatedBy: "name=\"end\"").count - 1
            }

            try await add(1...100)
            let full = try await browser.open()
            #expect(count(on: full) == 101 && !full.text.contains("not shown"))
            try await add(101...102)
            let page = try await browser.open()
            #expect(count(on: page) == 101 && page.text.contains("This session"))
            #expect(page.text.contains("<p>tool 102</p>") && page.text.contains("<p>tool 3</p>"))
            #expect(!page.text.contains("<p>tool 2</p>"))
            #expect(page.text.contains("2 more sessions are not shown."))

            let left = try await browser.follow("endOthers=yes")
            #expect(count(on: left) == 1 && !left.text.contains("not shown"))
            let moment = fixture.clock.now
            #expect(try await fixture.parts.store.sessions(of: ben.id, alive: .standard, at: moment).count == 1)
        }
    }

    @Test func `A user ends one of their sessions on a page, which says so if it has ended already`() async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let (mine, other) = (try await Browser(client, as: "ben"), try await Browser(client, as: "ben"))
            let session = try await other.session()
            let page = try await mine.follow("end=\(session)")
            #expect(page.status == 200 && page.text.contains("The session has ended."))
            #expect(!page.text.contains("endOthers"))
            #expect(try await !other.isLoggedIn())
            for absent in [session, "%00"] {
                let again = try await mine.send("end=\(absent)")
                #expect(again.status == 404 && again.text.contains("There is no such session."))
            }
            #expect(try await mine.isLoggedIn())
        }
    }

    @Test func `A user can't end the session of another user on a page`() async throws {
        let fixture = try await RouterFixture()
        for name in ["ben", "eve"] { try await fixture.addUser(name) }
        try await fixture.test { client in
            let (ben, eve) = (try await Browser(client, as: "ben"), try await Browser(client, as: "eve"))
            let session = try await ben.session()
            #expect(try await eve.send("end=\(session)").status == 404)
            #expect(try await eve.follow("endOthers=yes").text.contains("There were no other sessions."))
            #expect(try await ben.isLoggedIn())
        }
    }

    @Test func `A user ends all sessions but that of the page`() async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let mine = try await Browser(client, as: "ben")
            let others = [try await Browser(client, as: "ben"), try await Browser(client, as: "ben")]
            let page = try await mine.follow("endOthers=yes")
            #expect(page.status == 200 && page.text.contains("Your other sessions have ended."))
            for other in others { #expect(try await !other.isLoggedIn()) }
            #expect(try await mine.isLoggedIn())
        }
    }

    @Test func `Ending the session of the page logs out`() async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let browser = try await Browser(client, as: "ben")
            let session = try await browser.session()
            let answer = try await browser.send("end=\(session)")
            #expect(answer.status == 303 && answer.headers[.location] == "/login")
            #expect(answer.headers[.setCookie]?.hasPrefix("session=;") == true)
            #expect(try await !browser.isLoggedIn())
        }
    }

    @Test(arguments: [AccountPageTests.change, "endOthers=yes"])
    func `A page of another site can change neither the password nor the sessions of a visitor`(
        form: String
    ) async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let (mine, other) = (try await Browser(client, as: "ben"), try await Browser(client, as: "ben"))
            #expect(try await mine.send(form, from: "https://evil.example").status == 403)
            #expect(try await other.isLoggedIn())
            _ = try await Browser(client, as: "ben")
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .post])
    func `A visitor who is not logged in gets to their account by way of the login page`(
        method: HTTPRequest.Method
    ) async throws {
        let fixture = try await RouterFixture()
        try await fixture.test { client in
            let answer = try await client.ask(method, "/account", json: Self.change)
            #expect(answer.status == 303 && answer.headers[.location] == "/login?next=/account")
        }
    }
}
