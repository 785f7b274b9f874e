import CToolSupport

/// Servers that the domain name system names for a service (RFC 2782).
enum ServiceRecords {
    /// A server.
    struct Server: Equatable {
        let host: String
        let port: Int
    }

    /// The servers for a name such as `_autodiscover._tcp.example.com`, the preferred one first; none if nobody answers within six
    /// seconds.
    /// - Parameter port: The port of the name server on this machine to be asked; 0 for the system's name servers.
    static func servers(for name: String, port: UInt16 = 0) -> [Server] {
        var records = [toolsupport_service](repeating: toolsupport_service(), count: 16)
        let count = Int(toolsupport_find_services(name, port, &records, CInt(records.count)))
        guard count > 0 else { return [] }
        let sorted = records.prefix(count).sorted { ($0.priority, $1.weight) < ($1.priority, $0.weight) }
        return sorted.compactMap { record in
            let host = withUnsafeBytes(of: record.host) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            // "." says that there is no such service.
            return host.isEmpty || host == "." ? nil : Server(host: host, port: Int(record.port))
        }
    }
}
