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
    private static let login = ByteBuffer(string: "user=ben&password=long+enough&next=%2Fpublish")

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
