import Downloading
import XMLReading

/// The answer of an Autodiscover server (MS-OXDSCLI, 2.2.4).
enum AutodiscoverAnswer {
    /// Ask again about another address.
    case address(EmailAddress)
    /// Ask another server.
    case url(String)
    /// The server for EWS.
    case settings(url: String, displayName: String?)
    /// The server knows no answer: the reason as a sentence.
    case failure(String)

    /// Reads an answer.
    init(_ root: XMLTree) {
        let response = root["Response"]
        if let error = response?["Error"] {
            let message = error["Message"]?.value ?? "The server reports an error."
            self = .failure(message.hasSuffix(".") ? message : "\(message).")
            return
        }
        let account = response?["Account"]
        switch account?["Action"]?.value {
        case "redirectAddr":
            self =
                (account?["RedirectAddr"]?.value).flatMap(EmailAddress.init).map { .address($0) }
                ?? .failure("The server names another address, which is malformed.")
        case "redirectUrl":
            self = (account?["RedirectUrl"]?.value).map { .url($0) } ?? .failure("The server names no other server.")
        default:
            let protocols = account?.children("Protocol") ?? []
            // From outside of the company's network, then from inside.
            let urls = ["EXPR", "EXCH"].flatMap { kind in
                protocols.filter { $0["Type"]?.value == kind }.compactMap { ($0["EwsUrl"] ?? $0["ASUrl"])?.value }
            }
            self =
                urls.first { !$0.isEmpty }.map {
                    .settings(url: $0, displayName: response?.at("User", "DisplayName")?.value)
                } ?? .failure("The server knows no address for EWS.")
        }
    }

    /// The question about an address.
    static func question(_ address: EmailAddress) -> [UInt8] {
        let schema = "http://schemas.microsoft.com/exchange/autodiscover/outlook/"
        var writer = SoapWriter()
        writer.element("Autodiscover", [("xmlns", schema + "requestschema/2006")]) {
            $0.element("Request") {
                $0.element("EMailAddress", address.description)
                $0.element("AcceptableResponseSchema", schema + "responseschema/2006a")
            }
        }
        return Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8) + Array(writer.text.utf8)
    }
}

/// Reads an answer of an Autodiscover server while it arrives.
///
/// Hence `@unchecked`: the transfer alone uses it until it has ended, and then its sender alone.
final class AutodiscoverReceiver: Receiver, XMLReceiver, @unchecked Sendable {
    private var builder = XMLTree.Builder()
    private var xml: XMLReader?
    private var reads = false

    /// The answer, if it is complete.
    func answer() throws -> AutodiscoverAnswer? {
        guard reads else { return nil }
        try xml?.finish()
        return builder.root.map(AutodiscoverAnswer.init)
    }

    func begin(_ head: ResponseHead) throws -> Bool {
        reads = head.status == 200
        var options = XMLOptions()
        options.limits = XMLLimits(bytes: 1 << 20, depth: 32, text: 64 << 10)
        xml = try XMLReader(to: self, options)
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        if reads { try xml?.read(bytes) }
    }

    func begin(_ tag: borrowing XMLTag) { builder.begin(tag) }
    func end(_ name: borrowing XMLName) { builder.end() }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) { builder.text(bytes) }
}
