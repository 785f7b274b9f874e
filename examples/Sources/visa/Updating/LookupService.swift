import AppGroupPlatform
import Downloading
import FoundationEssentials
import ToolProgram
import ToolSupport

/// A service that returns the decision about one number as `{"status":"…","date":"…"}`.
struct LookupService {
    /// The address, with `{number}` in it.
    let template: String

    /// The longest answer, in bytes.
    private static let limit = 64 * 1024

    private struct Answer: Decodable {
        var status: String?
        var date: String?
    }

    /// Asks the service.
    ///
    /// - Returns: nil if the service doesn't know the number.
    /// - Throws: A ``DownloadError`` if it can't be reached, a ``ToolError`` if it fails or its answer can't be understood.
    func decision(of number: ApplicationNumber, client: WebClient, _ servers: SilentServers) throws -> Decision? {
        guard let address = Self.address(template, number) else {
            throw ToolError.unreadable("\(template) is not a web address.")
        }
        let (head, bytes) = try servers.ask(address) {
            try client.contents(of: address, ["Accept: application/json"], limit: Self.limit)
        }
        switch head.status {
        case 200: break
        case 204, 404, 410: return nil
        default: throw ToolError.unavailable("\(address) answered with status \(head.status).")
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
            throw ToolError.unreadable("The answer of \(address) is not JSON with a status.")
        }
        guard let status = answer.status?.trimmed, !status.isEmpty else { return nil }
        return Decision(status: status, date: answer.date?.trimmed)
    }

    /// The address for a number, which is percent-encoded (RFC 3986, 2.1); nil if the template has no `{number}`, or if the
    /// result is not an address.
    static func address(_ template: String, _ number: ApplicationNumber) -> WebAddress? {
        let parts = template.split(separator: "{number}", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        return WebAddress(parts.joined(separator: PercentEncoding.encoded(number.description)))
    }
}
