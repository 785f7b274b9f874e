import AppCatalog
import AppGroup
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The catalog over HTTP")
struct CatalogControllerTests {
    @Test("A client gets the catalog again only if it changed, compressed or not")
    func validators() async throws {
        let server = try await RunningServer()
        let ben = try await server.addUser("ben")
        let root = try await server.addUser("root")
        try await server.publish(SamplePackage(in: server.folder), as: root)
        try await server.grant("org.example.rooms", to: ben)
        let whole = try await server.curl(ben.header, "/v1/catalog")
        let packed = try await server.curl(ben.header + ["-H", "Accept-Encoding: gzip"], "/v1/catalog")
        let (tag, packedTag) = (try #require(whole.headers["etag"]), try #require(packed.headers["etag"]))
        #expect(whole.headers["content-encoding"] == nil && packed.headers["content-encoding"] == "gzip")
        #expect(tag != packedTag && !tag.hasPrefix("W/"))
        #expect(
            try await Python.run(
                "import gzip; answer = gzip.decompress(base64.b64decode(given)).decode()", given: packed.body)
                == whole.text)
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let again = try await server.curl(ben.header + ["-H", "If-None-Match: \(known)"], "/v1/catalog")
            #expect(again.status == 304 && again.body.isEmpty, "\(known)")
        }
        // Each of the two forms is known by its own tag only.
        for (known, coding, status) in [
            (packedTag, "gzip", 304), (packedTag, "identity", 200), (tag, "gzip", 200), (tag, "identity", 304),
        ] {
            let again = try await server.curl(
                ben.header + ["-H", "If-None-Match: \(known)", "-H", "Accept-Encoding: \(coding)"], "/v1/catalog")
            #expect(again.status == status, "\(known) \(coding)")
            #expect(again.headers["etag"] == (coding == "gzip" ? packedTag : tag), "\(known) \(coding)")
        }
        try await server.publish(SamplePackage("1.1", in: server.folder), as: root)
        let changed = try await server.curl(ben.header + ["-H", "If-None-Match: \(tag)"], "/v1/catalog")
        #expect(changed.status == 200 && changed.text.contains("\"version\":\"1.1\""))
    }

    @Test(
        "The catalog is compressed only for clients that accept gzip",
        arguments: [
            ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false), ("identity", false),
            ("*, gzip;q=0.0", false), ("GZIP ; q=1", true), ("", false),
        ])
    func encodings(value: String, takesIt: Bool) throws {
        var headers = HTTPFields()
        headers[.acceptEncoding] = value
        #expect(AcceptedEncoding.takesGzip(headers) == takesIt)
    }
}
