import Testing

@testable import Serving

struct ClientAddressTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("2001:DB8::0:1", "2001:db8::1"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ])
    func `An IP address is written in one canonical form`(_ text: String, _ spelling: String) {
        #expect(ClientAddress(text)?.description == spelling)
    }

    @Test(arguments: [
        "", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "1.2.3.4\r\nX: y", "١.2.3.4", "unknown", "fe80::1%eth0",
    ])
    func `A text that is not an IP address is refused`(_ text: String) {
        #expect(ClientAddress(text) == nil)
    }

    @Test func `All addresses in one /64 network of IPv6 belong to one subscriber`() {
        #expect(ClientAddress("2001:db8:1:2::1")?.subscriber == ClientAddress("2001:db8:1:2:ffff::9")?.subscriber)
        #expect(ClientAddress("2001:db8:1:2::1")?.subscriber != ClientAddress("2001:db8:1:3::1")?.subscriber)
        #expect(ClientAddress("192.0.2.1")?.subscriber != ClientAddress("192.0.2.2")?.subscriber)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.200.1.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false), ("192.0.2.128/25", "192.0.2.127", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("10.0.0.0/8", "::1", false), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
    ])
    func `A range contains the addresses that begin with its prefix`(_ range: String, _ address: String, _ isHeld: Bool)
        throws
    {
        let address = try #require(ClientAddress(address))
        #expect(try AddressRange(range).contains(address) == isHeld)
    }

    @Test(arguments: ["", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "proxy", "::/129", "10.0.0.0/8/8"])
    func `A text that is not a range of addresses is refused`(_ text: String) {
        #expect(throws: ServiceError.self) { try AddressRange(text) }
    }
}
