import Downloading
import ExamplesTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EWS

@Suite("Autodiscover")
struct AutodiscoveryTests {
    private static let names = ["example.com", "autodiscover.example.com", "mail.example.org", "mail.example.com"]
    private static let ews = "https://mail.example.com/EWS/Exchange.asmx"

    private func server(_ autodiscover: String?, ways: String = "ntlm", user: String = "EXAMPLE:anna:Пароль1") throws
        -> ExchangeServer
    {
        try ExchangeServer(
            plan: autodiscover.map { #"{"rooms": 1, "autodiscover": \#($0)}"# } ?? #"{"rooms": 1}"#, ways: ways,
            names: Self.names, user: user)
    }

    /// A search that reaches each host through a proxy.
    private func search(_ hosts: [String: Any], trusting servers: [ExchangeServer]) throws -> (
        Autodiscovery, PythonServer
    ) {
        let data = try JSONSerialization.data(withJSONObject: hosts)
        let proxy = try Exchange.serve("name_proxy.py", [String(decoding: data, as: UTF8.self)])
        var search = Autodiscovery(
            EmailAddress("anna@example.com")!, credentials: Credentials(user: "EXAMPLE\\anna", password: "Пароль1"))
        let certificates = try servers.flatMap { try Data(contentsOf: URL(filePath: $0.certificate)) }
        search.authorities = .system(and: certificates)
        search.proxy = .http(host: "127.0.0.1", port: try proxy.port, credentials: nil)
        search.seconds = 60
        search.findsServers = { _ in [] }
        // The search keeps its servers running.
        search.reportsStep = { _ in withExtendedLifetime((proxy, servers)) {} }
        return (search, proxy)
    }

    private static let settings =
        #"{"protocols": {"EXCH": "https://inside.example.com/EWS/Exchange.asmx", "EXPR": "\#(ews)"}}"#

    @Test("The second URL is asked if the first one has no answer, and the outer address wins over the inner one")
    func secondURL() async throws {
        let (website, exchange) = (try server(nil), try server(Self.settings))
        let hosts = ["example.com": website.port, "autodiscover.example.com": exchange.port]
        let (search, proxy) = try search(hosts, trusting: [website, exchange])
        let answer = try await search.find()
        #expect(answer == Autodiscovery.Answer(server: WebAddress(Self.ews)!, displayName: "Anna Tester"))
        #expect(proxy.lines == ["CONNECT example.com:443", "CONNECT autodiscover.example.com:443"])
        #expect(try exchange.logged("address", as: String.self) == ["anna@example.com"])
        // The website got a first message, which says nothing about the user, and never the third one.
        #expect(try website.log.allSatisfy { $0["message"] as? Int ?? 1 == 1 })
    }

    @Test("A plain redirection gets no credentials, and a server of another domain gets them only if the user says so")
    func redirection() async throws {
        let exchange = try server(Self.settings)
        let hosts: [String: Any] = [
            "mail.example.org": exchange.port,
            "redirect:autodiscover.example.com": "https://mail.example.org/autodiscover/autodiscover.xml",
        ]
        let (first, proxy) = try search(hosts, trusting: [exchange])
        var search = first
        let refused = await failure { try await first.find() }
        #expect(refused?.code == .notFound)
        #expect(refused?.description.contains("mail.example.org") == true)
        #expect(try exchange.log.isEmpty)
        let asked = Mutex<[String]>([])
        search.allowsServer = { name in
            asked.withLock { $0.append(name) }
            return true
        }
        #expect(try await search.find().server.description == Self.ews)
        #expect(asked.withLock { $0 } == ["mail.example.org"])
        #expect(proxy.lines.contains("GET http://autodiscover.example.com/autodiscover/autodiscover.xml"))
        #expect(!proxy.lines.contains { $0.contains("credentials") })
    }

    @Test("A literal address whose zone ends like the domain is not in the domain")
    func zone() async throws {
        let target = "https://[::1%25.example.com]:1/autodiscover/autodiscover.xml"
        let hosts = ["redirect:autodiscover.example.com": target]
        let (first, proxy) = try search(hosts, trusting: [])
        var search = first
        let asked = Mutex<[String]>([])
        search.allowsServer = { name in
            asked.withLock { $0.append(name) }
            return false
        }
        #expect(await failure { try await search.find() }?.code == .notFound)
        #expect(asked.withLock { $0 } == ["::1%25.example.com"])
        #expect(!proxy.lines.contains { $0.contains("::1") })
    }

    @Test("A redirection to an address that is not encrypted is not followed")
    func plainTarget() async throws {
        let hosts = ["redirect:autodiscover.example.com": "http://mail.example.com/autodiscover/autodiscover.xml"]
        let (search, proxy) = try search(hosts, trusting: [])
        #expect(await failure { try await search.find() }?.code == .notFound)
        #expect(!proxy.lines.contains { $0.contains("mail.example.com") })
        let exchange = try server(#"{"protocols": {"EXPR": "http://mail.example.com/EWS/Exchange.asmx"}}"#)
        let (other, _) = try self.search(["example.com": exchange.port], trusting: [exchange])
        #expect(await failure { try await other.find() }?.code == .notFound)
    }

    @Test("The server in the domain's SRV record is asked last")
    func serviceRecord() async throws {
        let exchange = try server(Self.settings)
        var (search, _) = try search(["mail.example.com": exchange.port], trusting: [exchange])
        search.findsServers = { name in
            name == "_autodiscover._tcp.example.com" ? [.init(host: "mail.example.com", port: 443)] : []
        }
        #expect(try await search.find().server.description == Self.ews)
    }

    @Test("Another address and another URL are asked next, and never the same ones twice")
    func otherAddress() async throws {
        let addresses = try server(
            #"{"address": "anna.tester@example.com", "protocols": {"EXPR": "\#(Self.ews)"}}"#)
        let (search, _) = try search(["example.com": addresses.port], trusting: [addresses])
        #expect(try await search.find().server.description == Self.ews)
        #expect(try addresses.logged("address", as: String.self) == ["anna@example.com", "anna.tester@example.com"])
        let url = try server(#"{"url": "https://mail.example.com/autodiscover/autodiscover.xml"}"#)
        let target = try server(Self.settings)
        let (second, _) = try self.search(
            ["example.com": url.port, "mail.example.com": target.port], trusting: [url, target])
        #expect(try await second.find().server.description == Self.ews)
        let loop = try server(#"{"url": "https://example.com/autodiscover/autodiscover.xml?"}"#)
        let (third, _) = try self.search(["example.com": loop.port], trusting: [loop])
        #expect(await failure { try await third.find() }?.code == .notFound)
        #expect(try loop.count("Autodiscover") == 2)
    }

    @Test("Servers that send on to ever new addresses are followed ten times")
    func endless() async throws {
        let exchange = try server(#"{"endless": true}"#)
        let (search, _) = try search(["example.com": exchange.port], trusting: [exchange])
        let error = await failure { try await search.find() }
        #expect(error?.code == .notFound && error?.description.contains("redirect too many times") == true)
        #expect(try exchange.logged("address", as: String.self).last == "anna10@example.com")
    }

    @Test("A server that redirects before a login is followed and gets no credentials", arguments: ["ntlm", "basic"])
    func redirectionBeforeLogin(way: String) async throws {
        let target = "https://mail.example.com/autodiscover/autodiscover.xml"
        let front = try server(#"{"redirects_to": "\#(target)"}"#, ways: way)
        let exchange = try server(Self.settings, ways: way)
        let hosts = ["example.com": front.port, "mail.example.com": exchange.port]
        var (search, proxy) = try search(hosts, trusting: [front, exchange])
        search.authentication = way == "basic" ? .basic : .ntlm
        #expect(try await search.find().server.description == Self.ews)
        #expect(Set(proxy.lines) == ["CONNECT example.com:443", "CONNECT mail.example.com:443"])
        // The first message of NTLM says nothing about the user.
        let sent = try front.logged("authorization", as: String.self)
        #expect(sent.count == 1)
        #expect(sent.allSatisfy { way == "basic" ? $0.isEmpty : $0.hasPrefix("NTLM TlRMTVNTUAAB") }, "\(sent)")
    }

    @Test("A redirection before a login leads to another domain only if the user says so")
    func redirectionElsewhere() async throws {
        let exchange = try server(Self.settings)
        let front = try server(#"{"redirects_to": "https://mail.example.org/autodiscover/autodiscover.xml"}"#)
        let hosts = ["example.com": front.port, "mail.example.org": exchange.port]
        let (first, _) = try search(hosts, trusting: [front, exchange])
        #expect(await failure { try await first.find() }?.code == .notFound)
        #expect(try exchange.log.isEmpty)
        var second = first
        second.allowsServer = { $0 == "mail.example.org" }
        #expect(try await second.find().server.description == Self.ews)
    }

    @Test("After a server has refused the password, another one gets it only if the user says so")
    func refusals() async throws {
        let (stranger, exchange) = (try server(Self.settings, user: "OTHER:ben:x"), try server(Self.settings))
        let hosts = ["example.com": stranger.port, "autodiscover.example.com": exchange.port]
        let (careful, _) = try search(hosts, trusting: [stranger, exchange])
        #expect(await failure { try await careful.find() }?.code == .wrongPassword)
        #expect(try exchange.log.isEmpty)
        var search = careful
        let asked = Mutex<[String]>([])
        search.triesAgain = { name in
            asked.withLock { $0.append(name) }
            return true
        }
        #expect(try await search.find().server.description == Self.ews)
        #expect(asked.withLock { $0 } == ["autodiscover.example.com"])
        #expect(try stranger.log.count { $0["message"] as? Int == 3 } == 2)
    }

    @Test("An error of the server and a domain that does not exist are distinguished from an answer")
    func nothing() async throws {
        let exchange = try server(#"{"error": 500}"#)
        let (search, _) = try search(["example.com": exchange.port], trusting: [exchange])
        let error = await failure { try await search.find() }
        #expect(error?.code == .notFound)
        #expect(error?.description.contains("cannot be found") == true)
    }

    @Test("If no trusted authority signed a server's certificate, the search says that, whatever came of other places")
    func untrusted() async throws {
        let exchange = try server(Self.settings)
        let (search, _) = try search(["autodiscover.example.com": exchange.port], trusting: [])
        let error = await failure { try await search.find() }
        #expect(error?.code == .untrusted && error?.transferFailure == .untrusted, "\(String(describing: error))")
        #expect(error?.description.contains("autodiscover.example.com") == true)
        #expect(try exchange.log.isEmpty)
    }

    @Test("A name server's records come in the order of their priority and weight")
    func nameServer() throws {
        let script = try Exchange.serve("name_server.py")
        let port = UInt16(try script.port)
        let servers = ServiceRecords.servers(for: "_autodiscover._tcp.example.com", port: port)
        #expect(
            servers == [
                .init(host: "big.example.com", port: 8443), .init(host: "small.example.com", port: 443),
                .init(host: "backup.example.com", port: 443),
            ])
        #expect(ServiceRecords.servers(for: "_autodiscover._tcp.example.org", port: port).isEmpty)
        #expect(ServiceRecords.servers(for: "cut.example.com", port: port).isEmpty)
    }
}
