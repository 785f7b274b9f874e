import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Serving
import Testing

@testable import CatalogServer

@Suite("The forms of the pages")
struct PageControllerTests {
    private static let form = HTTPFields([HTTPField(name: .contentType, value: "application/x-www-form-urlencoded")])
    /// What browsers send with a request whose answer they show; the first one does not say so.
    private static let browsers = [
        ["Accept": "text/html,*/*;q=0.8", "Upgrade-Insecure-Requests": "1"], ["Sec-Fetch-Dest": "document"],
    ]
    private static let login = ByteBuffer(string: "user=ben&password=long+enough&next=%2Fpublish")

    private static func headers(_ fields: [String: String]) throws -> HTTPFields {
        HTTPFields(try fields.map { HTTPField(name: try #require(HTTPField.Name($0)), value: $1) })
    }

    @Test(
        "A form is accepted only from pages of this server",
        arguments: [
            ("Origin", "http://localhost", 303), ("Origin", "https://evil.example", 403), ("Origin", "null", 403),
            ("Sec-Fetch-Site", "same-origin", 303), ("Sec-Fetch-Site", "cross-site", 403),
            ("Sec-Fetch-Site", "same-site", 403),
        ])
    func origins(name: String, value: String, status: Int) async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            var headers = Self.form
            headers[try #require(HTTPField.Name("Host"))] = "localhost"
            headers[try #require(HTTPField.Name(name))] = value
            let answer = try await client.client.execute(
                uri: "/login", method: .post, headers: headers, body: Self.login)
            #expect(answer.status.code == status, "\(String(buffer: answer.body))")
        }
    }

    @Test("A form is accepted if the public address names the default port of its scheme")
    func impliedPort() async throws {
        let fixture = try await RouterFixture {
            $0.serving.publicURL = try PublicURL("https://tools.example.com:443")
        }
        try await fixture.addUser("ben")
        try await fixture.test { client in
            var headers = Self.form
            headers[.origin] = "https://tools.example.com"
            let answer = try await client.client.execute(
                uri: "/login", method: .post, headers: headers, body: Self.login)
            #expect(answer.status == .seeOther, "\(String(buffer: answer.body))")
        }
    }

    @Test("The login form sets a cookie that logs in and is hidden from scripts and other sites")
    func cookie() async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let answer = try await client.client.execute(
                uri: "/login", method: .post, headers: Self.form, body: Self.login)
            #expect(answer.headers[.location] == "/publish")
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"))
            let pair = try #require(cookie.split(separator: ";").first.map(String.init))
            let catalog = try await client.client.execute(uri: "/v1/catalog", method: .get, headers: [.cookie: pair])
            #expect(catalog.status == .ok)
            // Another site's page can send the cookie along but change nothing with it.
            let foreign: HTTPFields = [.cookie: pair, .origin: "https://evil.example"]
            let logout = try await client.client.execute(uri: "/v1/logout", method: .post, headers: foreign)
            #expect(logout.status == .unauthorized)
            let own = try await client.client.execute(uri: "/logout", method: .post, headers: [.cookie: pair])
            #expect(own.status == .seeOther)
            let after = try await client.client.execute(uri: "/v1/catalog", method: .get, headers: [.cookie: pair])
            #expect(after.status == .unauthorized)
        }
    }

    @Test(
        "The login form redirects only to pages of this server",
        arguments: [
            "//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nSet-Cookie: x", "javascript:alert(1)",
            "",
            "/%2F/evil", "/\t/evil.example",
        ])
    func redirects(next: String) {
        #expect(LocalPath(next).text == "/")
    }

    @Test("A form that is too long is refused with a page")
    func long() async throws {
        let fixture = try await RouterFixture()
        try await fixture.test { client in
            let form = "user=ben&password=" + String(repeating: "x", count: 20_000)
            let answer = try await client.client.execute(
                uri: "/login", method: .post, headers: Self.form, body: ByteBuffer(string: form))
            #expect(answer.status == .contentTooLarge)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        }
    }

    @Test("A browser gets a page, too, if the server fails")
    func failure() async throws {
        let fixture = try await RouterFixture()
        try await fixture.parts.store.close()
        try await fixture.test { client in
            let answer = try await client.client.execute(
                uri: "/login", method: .post, headers: Self.form, body: Self.login)
            #expect(answer.status.kind == .serverError)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(String(buffer: answer.body).contains("That did not work"))
        }
    }

    @Test(
        "A browser gets a page, too, if the server can't find out whose cookie it sends",
        arguments: [HTTPRequest.Method.get, .post], ["/", "/publish", "/login"])
    func failureBeforeLogin(method: HTTPRequest.Method, path: String) async throws {
        let fixture = try await RouterFixture()
        try await fixture.parts.store.close()
        try await fixture.test { client in
            for fields in Self.browsers {
                let own = [
                    "Host": "localhost", "Origin": "http://localhost", "Cookie": "session=\(SessionToken().text)",
                ]
                let headers = try Self.headers(fields.merging(own) { $1 })
                let answer = try await client.ask(method, path, headers: headers)
                #expect(answer.status >= 500, "\(fields)")
                #expect(answer.headers[.contentType] == "text/html; charset=utf-8", "\(fields)")
            }
        }
    }

    @Test(
        "A browser that is not logged in is sent to the login page instead of getting an error in JSON",
        arguments: [
            ("/v1/catalog", "/login"), ("/v1/packages/org.example.rooms/releases/aa/file", "/login"),
            ("/metrics", "/login?next=/metrics"),
        ])
    func loginInBrowsers(path: String, login: String) async throws {
        let fixture = try await RouterFixture()
        try await fixture.test { client in
            for headers in Self.browsers {
                let answer = try await client.ask(.get, path, headers: Self.headers(headers))
                #expect(answer.status == 303 && answer.headers[.location] == login, "\(headers)")
            }
        }
    }

    @Test("A browser gets a page for an address that does not exist")
    func missing() async throws {
        let fixture = try await RouterFixture()
        try await fixture.test { client in
            for headers in Self.browsers {
                let answer = try await client.ask(.get, "/none", headers: Self.headers(headers))
                #expect(answer.status == 404 && answer.text.contains("That did not work"), "\(headers)")
            }
        }
    }

    @Test(
        "A program, and a browser that does not show the answer, get errors in JSON",
        arguments: [
            [:], ["Accept": "*/*"],
            ["Accept": "text/html", "Upgrade-Insecure-Requests": "1", "Authorization": "Bearer none"],
            ["Accept": "text/html", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "navigate"],
            // wget2, and Java's HttpURLConnection.
            ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
            ["Accept": "text/html, image/gif, image/jpeg, */*; q=0.2"],
        ])
    func errorsForPrograms(fields: [String: String]) async throws {
        let fixture = try await RouterFixture()
        try await fixture.test { client in
            let headers = try Self.headers(fields)
            #expect(try await client.ask(.get, "/v1/catalog", headers: headers).code == "notLoggedIn")
            #expect(try await client.ask(.get, "/none", headers: headers).code == "notFound")
        }
    }

    @Test("A page names the style sheet and the icon that the server has for it", arguments: [PageAsset.style, .icon])
    func assets(asset: PageAsset) async throws {
        let fixture = try await RouterFixture()
        try await fixture.test { client in
            let page = try await client.client.execute(uri: "/login", method: .get)
            #expect(String(buffer: page.body).contains("href=\"\(asset.path)\""))
            let answer = try await client.client.execute(uri: asset.path, method: .get)
            #expect(answer.status == .ok && answer.headers[.contentType] == asset.type)
            #expect(Array(buffer: answer.body) == asset.bytes)
        }
    }

    @Test("The login form reports a wrong password and keeps the name")
    func wrong() async throws {
        let fixture = try await RouterFixture()
        try await fixture.addUser("ben")
        try await fixture.test { client in
            let answer = try await client.client.execute(
                uri: "/login", method: .post, headers: Self.form,
                body: ByteBuffer(string: "user=ben&password=guessed-secret"))
            let page = String(buffer: answer.body)
            #expect(answer.status == .unauthorized)
            #expect(
                page.contains("role=\"alert\"") && page.contains("value=\"ben\"") && !page.contains("guessed-secret"))
            #expect(answer.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
        }
    }
}
