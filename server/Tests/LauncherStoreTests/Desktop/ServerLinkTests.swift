import AppGroup
import Foundation
import Testing

@testable import LauncherStore

@Suite("Links of a server's page")
struct ServerLinkTests {
    @Test(
        "A link names a server and a package",
        arguments: [
            "launcher-store://install?server=https%3A%2F%2Ftools.example.com&package=org.example.rooms",
            "launcher-store://install/?package=org.example.rooms&server=tools.example.com&more=1&flag",
            "LAUNCHER-STORE://install?server=https://tools.example.com/&package=org%2Eexample.rooms",
        ])
    func reads(text: String) throws {
        let link = try ServerLink(text)
        #expect("\(link.server)" == "https://tools.example.com" && link.package == "org.example.rooms")
    }

    @Test("A link written by URLComponents is read")
    func oracle() throws {
        var components = URLComponents()
        (components.scheme, components.host) = ("launcher-store", "install")
        components.queryItems = [
            URLQueryItem(name: "server", value: "https://tools.example.com:8443"),
            URLQueryItem(name: "package", value: "org.example.a-b"),
        ]
        let link = try ServerLink(try #require(components.string))
        #expect("\(link.server)" == "https://tools.example.com:8443" && link.package == "org.example.a-b")
    }

    @Test(
        "A text that is not a link of a server's page is refused",
        arguments: [
            "", "launcher-store://", "launcher-store://install", "launcher-store://install?",
            "launcher-store:install?server=a&package=b.c",
            "launcher-store://install?server=https://a.example", "launcher-store://install?package=org.example.rooms",
            "launcher-store://install?server=a.example&package=--help",
            "launcher-store://remove?server=a.example&package=b.c",
            "launcher-store://install?server=http://a.example&package=b.c",
            "launcher-store://install?server=%&package=b.c",
            "launcher-store://install?server=%2&package=b.c", "launcher-store://install?server=%zz&package=b.c",
            "launcher-store://install?server=%ff&package=b.c", "launcher-store://installer?server=a&package=b.c",
            "https://install?server=a.example&package=b.c", "launcher-store://install?server=a.example&package=b.c%0A",
            "launcher-store://install?server=a.example&package=" + String(repeating: "a", count: 3000),
        ])
    func refuses(text: String) {
        #expect(throws: ClientError.self) { try ServerLink(text) }
    }
}
