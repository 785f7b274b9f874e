import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// `Tests/Oracle/feed_server.py` in its own process, which ends with the last reference to it.
final class FeedServer: Sendable {
    private let files: TemporaryFolder
    var folder: URL { files.url }
    let port: Int
    private let server: PythonServer
    private let isSecure: Bool

    /// - Parameter isSecure: Whether the server encrypts. Then ``authority`` vouches for it.
    init(isSecure: Bool = false) async throws {
        files = try TemporaryFolder("feeds")
        self.isSecure = isSecure
        server = try await PythonServer(
            Python.path(of: "feed_server.py"), [files.path] + (isSecure ? ["tls"] : []), keeping: files)
        port = try server.port
    }

    /// The address of a feed.
    func address(_ name: String = "feed.xml") -> String {
        "\(isSecure ? "https://localhost" : "http://127.0.0.1"):\(port)/\(name)"
    }

    /// The certificate of the authority.
    var authority: String { folder.appending(path: "authority.pem").path }

    /// Serves these bytes.
    func put(_ bytes: some Sequence<UInt8>, as name: String = "feed.xml") throws {
        try Data(bytes).write(to: folder.appending(path: name), options: .atomic)
    }

    /// Serves a feed with items, each with a guid, a title and a date.
    func put(_ items: [Item], as name: String = "feed.xml", title: String = "Markets") throws {
        try put(Self.feed(items, title: title).utf8, as: name)
    }

    /// Answers with this status and these header fields, after this many seconds.
    func behave(
        _ status: Int = 200, _ headers: [String: String] = [:], pause: Double = 0, for name: String = "feed.xml"
    ) throws {
        struct Answer: Encodable {
            let status: Int
            let headers: [String: String]
            let pause: Double
        }
        let data = try JSONEncoder().encode(Answer(status: status, headers: headers, pause: pause))
        try data.write(to: folder.appending(path: "\(name).answer"), options: .atomic)
    }

    /// Ends all pauses.
    func go() throws { try put([] as [UInt8], as: "go") }

    /// The requests so far: their header fields, their path, and how many were open.
    var requests: [[String: String]] {
        get throws {
            guard let data = try? Data(contentsOf: folder.appending(path: "requests")) else { return [] }
            return try data.split(separator: 10).map { try JSONDecoder().decode([String: String].self, from: $0) }
        }
    }

    struct Item {
        var guid: String?
        var title: String
        var link: String?
        var date = "Mon, 02 Nov 2026 08:00:00 GMT"
        var text = ""
    }

    static func feed(_ items: [Item], title: String = "Markets") -> String {
        let parts = items.map { item in
            let guid = item.guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? ""
            let link = item.link.map { "<link>\($0)</link>" } ?? ""
            return """
                <item>\(guid)<title>\(item.title)</title>\(link)<pubDate>\(item.date)</pubDate>\
                <description>\(item.text)</description></item>
                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>\(title)</title><link>http://example.org/</link>
            \(parts.joined(separator: "\n"))
            </channel></rss>
            """
    }
}

extension Investor {
    /// Follows feeds of a server without fetching them.
    func follow(_ names: [String], of server: FeedServer) async throws {
        let outlines = names.map { "<outline type=\"rss\" text=\"\($0)\" xmlUrl=\"\(server.address($0))\"/>" }
        let text = "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>"
        try await succeed("feed", "import", write(text, to: "feeds.opml"))
    }
}
