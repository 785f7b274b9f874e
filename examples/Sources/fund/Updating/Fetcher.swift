import AppGroup
import Downloading
import ToolProgram

/// What a server has answered to a request for a feed or a page.
struct FetchedPage: Sendable {
    let head: ResponseHead
    /// The body; empty unless the status is 200.
    let bytes: [UInt8]
    /// Where it came from in the end.
    let address: WebAddress
    /// Whether every redirection on the way there was permanent, and there was one.
    let hasMoved: Bool
}

/// Gets feeds and pages from web servers.
struct Fetcher: Sendable {
    let client: WebClient

    /// Why nothing was sent to a host: it wants to be left alone.
    struct HostRests: Error {
        let host: String
        let end: Timestamp
    }

    /// The largest feed or page that is fetched, in bytes.
    private static let limit = 32 << 20

    /// How many times in a row a server may redirect one request.
    private static let redirectLimit = 8

    private static let accept = """
        Accept: application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, \
        text/html;q=0.8, */*;q=0.5
        """

    /// - Parameters:
    ///   - timeout: After how many seconds a silent server is given up.
    ///   - total: After how many seconds an answer is given up that has not ended.
    init(timeout: Int, total: Int = 600) {
        var patience = Patience(silence: timeout)
        patience.total = total
        client = WebClient(userAgent: "fund/0.1", patience: patience)
    }

    /// Gets what is at an address, and follows redirections, but never from https to http.
    ///
    /// - Parameters:
    ///   - fields: The conditions of the request, such as `If-None-Match`.
    ///   - rest: Says until when a host wants to be left alone; nil if it doesn't.
    /// - Throws: ``HostRests``, or a ``ToolError`` with status 65 for a body that is no text or too large, 69 if the
    ///   server is away, 76 if its answer makes no sense, and 77 for a redirection that is not followed.
    func get(
        _ address: WebAddress, _ fields: [String] = [], rest: (String) -> Timestamp?
    ) throws -> FetchedPage {
        var address = address
        var isPermanent = true
        for number in 0...Self.redirectLimit {
            if let end = rest(address.host) { throw HostRests(host: address.host, end: end) }
            let receiver = PageReceiver(host: address.host, limit: Self.limit)
            var request = WebRequest(.get, address, fields: fields + [Self.accept])
            request.allowsCompression = true
            let head: ResponseHead
            do {
                head = try client.perform(request, to: receiver)
            } catch let error as DownloadError {
                throw ToolError(error)
            }
            guard head.isRedirect else {
                return FetchedPage(
                    head: head, bytes: receiver.bytes, address: address, hasMoved: isPermanent && number > 0)
            }
            guard let target = head.redirectTarget.flatMap({ WebAddress($0) }) else {
                throw ToolError.refused(
                    "\(address.host) redirects to something that is not a web address: not followed.")
            }
            guard target.isSecure || !address.isSecure else {
                throw ToolError.refused(
                    "\(address.host) redirects from https to \(target), which is not encrypted: not followed.")
            }
            isPermanent = isPermanent && [301, 308].contains(head.status)
            address = target
        }
        throw ToolError.protocolBroken("\(address.host) redirects too many times.")
    }
}

extension ToolError {
    fileprivate init(_ error: DownloadError) {
        switch error.code {
        case .refused: self = .refused(error.description)
        case .tooLarge: self = .unreadable(error.description)
        case .inputOutput: self = .inputOutput(error.description)
        case .unreachable:
            if case .nonsense = error.failure {
                self = .protocolBroken(error.description)
            } else {
                self = .unavailable(error.description)
            }
        }
    }
}

/// Keeps a body in memory, unless it is certainly no feed.
private final class PageReceiver: Receiver {
    private(set) var bytes: [UInt8] = []
    private let host: String
    private let limit: Int

    init(host: String, limit: Int) { (self.host, self.limit) = (host, limit) }

    func begin(_ head: ResponseHead) throws -> Bool {
        guard head.status == 200 else { return false }
        let type = head["content-type"]?.lowercased() ?? ""
        for kind in ["video/", "audio/", "image/", "application/pdf", "application/zip"] where type.hasPrefix(kind) {
            throw ToolError.unreadable("\(host) sends a file of the type \(type), not a feed or a web page.")
        }
        if let length = head.length, length > limit { throw tooLarge }
        return true
    }

    func receive(_ more: [UInt8]) throws {
        guard bytes.count + more.count <= limit else { throw tooLarge }
        bytes += more
    }

    private var tooLarge: ToolError { .unreadable("\(host) sends more than \(limit >> 20) MiB, too much for a feed.") }
}
