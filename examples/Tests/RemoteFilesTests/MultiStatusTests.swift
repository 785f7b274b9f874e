import ExamplesTestSupport
import TestSupport
import Testing
import XMLReading

@testable import Downloading
@testable import RemoteFiles

@Suite("Answers of WebDAV servers")
struct MultiStatusTests {
    private static let apache = """
        <?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
        <D:response xmlns:lp1="DAV:"><D:href>/dav/a+b%20c/</D:href><D:propstat><D:prop>
        <lp1:resourcetype><D:collection/></lp1:resourcetype>
        <lp1:getlastmodified>Thu, 26 Nov 2026 11:44:16 GMT</lp1:getlastmodified></D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
        <D:propstat><D:prop><D:getcontentlength>77</D:getcontentlength></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>
        </D:propstat></D:response>
        <D:response><D:href>http://host/dav/a+b%20c/%e6%97%a5%e6%9c%ac%20=.pdf</D:href><D:propstat><D:prop>
        <lp:getcontentlength xmlns:lp="DAV:">7</lp:getcontentlength><D:resourcetype/></D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>
        """

    private static func server(_ text: String) throws -> WebDAVServer {
        let address = try #require(WebAddress(text))
        return try #require(WebDAVServer(address))
    }

    @Test("Only properties that the server has are taken, and addresses are decoded")
    func reading() throws {
        let resources = try MultiStatus(Array(Self.apache.utf8)).resources
        #expect(
            resources == [
                .init(href: "/dav/a+b%20c/", isFolder: true, size: nil, modified: 1_795_693_456),
                .init(href: "http://host/dav/a+b%20c/%e6%97%a5%e6%9c%ac%20=.pdf", isFolder: false, size: 7),
            ])
        let server = try Self.server("http://host/dav/")
        #expect(resources.map { server.path($0.href)?.description } == ["/a+b c", "/a+b c/日本 =.pdf"])
    }

    @Test(
        "An address that leads elsewhere stands for nothing",
        arguments: ["/other/x", "/dav/../x", "/dav/a%2Fb", "/dav/a%00b", "/dav/%ff", "x", "", "/dav/%2e%2e/x"])
    func hostileAddresses(href: String) throws {
        let server = try Self.server("http://host/dav")
        #expect(server.path(href) == nil)
    }

    @Test(
        "A document that is no list of files is refused",
        arguments: ["<html xmlns='DAV:'/>", "", "<multistatus/>", "{}", "<!DOCTYPE a><multistatus xmlns='DAV:'/>"])
    func otherDocuments(text: String) {
        #expect(throws: (any Error).self) { _ = try MultiStatus(Array(text.utf8)) }
    }

    @Test("Damaged answers lead to an error or to paths below the root")
    func fuzz() throws {
        let server = try Self.server("http://host/dav")
        MutatedTexts.each(2000, seed: 29, of: [Self.apache], with: "<>/&;\"'%.2e0\u{0}日 D:href") { text in
            guard let answer = try? MultiStatus(Array(text.utf8)) else { return }
            for resource in answer.resources {
                let path = server.path(resource.href)
                #expect(path?.names.contains { $0 == ".." || $0.contains("/") || $0.isEmpty } != true, "\(text)")
                #expect(resource.size.map { $0 >= 0 } != false)
            }
        }
    }
}
