/// The session bus, as `DBUS_SESSION_BUS_ADDRESS` or else `XDG_RUNTIME_DIR` names it (D-Bus Specification, "Server Addresses").
extension ProcessEnvironment {
    /// The path of the bus's socket; `nil` if it has none.
    package var sessionBusSocket: String? {
        busServers?.lazy.compactMap(Self.socket).first ?? defaultBusSocket
    }

    /// Whether there is a session bus: its socket exists, or it has an address of another kind.
    package var hasSessionBus: Bool {
        guard let servers = busServers else { return defaultBusSocket.map { Files.exists($0) } ?? false }
        return servers.contains { Self.socket($0).map { Files.exists($0) } ?? true }
    }

    private var busServers: [Substring]? { self["DBUS_SESSION_BUS_ADDRESS"]?.split(separator: ";") }

    /// Used if no address is given.
    private var defaultBusSocket: String? {
        self["DBUS_SESSION_BUS_ADDRESS"] == nil ? self["XDG_RUNTIME_DIR"].map { "\($0)/bus" } : nil
    }

    private static func socket(_ server: Substring) -> String? {
        guard server.hasPrefix("unix:") else { return nil }
        return server.dropFirst("unix:".count).split(separator: ",").first { $0.hasPrefix("path=") }
            .map { String(decoding: PercentEncoding.decoded($0.dropFirst("path=".count).utf8), as: UTF8.self) }
    }
}
