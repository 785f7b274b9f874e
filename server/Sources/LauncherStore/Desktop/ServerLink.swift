import AppGroup
import AppGroupPlatform

/// The link behind an install button of a server's page: `launcher-store://install?server=ORIGIN&package=ID`, with
/// percent-encoded values (RFC 3986 section 2.1).
///
/// Any page may have such a link, so nothing happens until the person has agreed.
struct ServerLink: Hashable {
    static let scheme: URLScheme = "launcher-store"

    let server: ServerAddress
    let package: AppID

    /// - Throws: ``ClientError`` if the text is not such a link. Unknown parameters are ignored.
    init(_ text: String) throws(ClientError) {
        let refusal = ClientError(
            .badData, "This is not a link of a server's page; to install an app: launcher install NAME")
        guard text.utf8.count <= 2048, text.lowercased().hasPrefix("\(Self.scheme)://install") else { throw refusal }
        let rest = text.dropFirst("\(Self.scheme)://install".count).drop { $0 == "/" }
        guard rest.first == "?" else { throw refusal }
        var (server, package): (String?, String?) = (nil, nil)
        for part in rest.dropFirst().split(separator: "&") {
            guard let equals = part.firstIndex(of: "="),
                let value = String(percentDecoding: part[part.index(after: equals)...])
            else { continue }
            switch part[..<equals] {
            case "server": server = value
            case "package": package = value
            default: continue
            }
        }
        guard let server, let package, let id = try? AppID(package) else { throw refusal }
        self.server = try ServerAddress(server)
        self.package = id
    }
}
