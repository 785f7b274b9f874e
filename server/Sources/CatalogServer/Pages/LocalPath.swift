/// Where to go after logging in: a path of this server that a page of it could have asked for, and nothing that a browser could
/// take for another server.
struct LocalPath: Hashable, Sendable {
    let text: String

    /// Takes what a link or form said; anything but a plain path leads to the catalogue.
    init(_ text: String?) {
        let path = text ?? "/"
        let isPlain =
            path.utf8.count <= 300 && path.hasPrefix("/") && !path.hasPrefix("//")
            && path.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/-._~".utf8.contains(byte)
            }
        self.text = isPlain ? path : "/"
    }
}
