/// Opening an application through the session bus (Desktop Entry Specification 1.5, "D-Bus Activation").
public struct BusActivation: Hashable, Sendable {
    /// The application's well-known name on the bus.
    public let name: String
    /// The URL to open; `nil` to activate the application without one.
    public let url: AppURL?

    /// `nil` if the id, without its ending, is no bus name.
    init?(desktopFileID id: String, url: AppURL?) {
        guard id.hasSuffix(".desktop") else { return nil }
        name = String(id.dropLast(".desktop".count))
        self.url = url
        guard Self.isBusName(name) else { return nil }
    }

    /// The name with a slash for each period and an underscore for each hyphen.
    var objectPath: String {
        "/" + String(name.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
    }

    /// What the tool `gdbus` is called with.
    var gdbusArguments: [String] {
        let method = url == nil ? "Activate" : "Open"
        let uris = url.map { ["@as [\(Self.text($0.description))]"] } ?? []
        return ["call", "--session", "--dest", name, "--object-path", objectPath]
            + ["--method", "org.freedesktop.Application.\(method)"] + uris + ["@a{sv} {}"]
    }

    /// A string in GVariant's text format: in single quotes, with a backslash before quotes and backslashes.
    private static func text(_ string: String) -> String {
        let bytes = string.utf8.flatMap { byte in
            byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
        }
        return "'\(String(decoding: bytes, as: UTF8.self))'"
    }

    /// D-Bus Specification, "Valid names": two or more elements that begin with no digit, at most 255 bytes.
    private static func isBusName(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && elements.count >= 2
            && elements.allSatisfy { element in
                guard let first = element.first, !(0x30...0x39).contains(first) else { return false }
                return element.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
                    default: false
                    }
                }
            }
    }
}
