extension AppLaunch.Command {
    /// The arguments with a URL in place of each `%u`, as one argument or as a part of one, and after the others if there is
    /// no such place. `%%` stands for a percent sign. Without a URL, an argument with `%u` is left out.
    func arguments(opening url: AppURL?) -> [String] {
        var places = 0
        var result: [String] = []
        for argument in arguments {
            let (text, holdsURL) = Self.expand(argument, url: url?.description)
            places += holdsURL ? 1 : 0
            if !holdsURL || url != nil { result.append(text) }
        }
        if let url, places == 0 { result.append(url.description) }
        return result
    }

    private static func expand(_ argument: String, url: String?) -> (text: String, holdsURL: Bool) {
        guard argument.utf8.contains(UInt8(ascii: "%")) else { return (argument, false) }
        var bytes: [UInt8] = []
        var holdsURL = false
        var rest = argument.utf8[...]
        while let byte = rest.popFirst() {
            switch (byte, rest.first) {
            case (UInt8(ascii: "%"), UInt8(ascii: "u")):
                rest.removeFirst()
                bytes += Array((url ?? "").utf8)
                holdsURL = true
            case (UInt8(ascii: "%"), UInt8(ascii: "%")):
                rest.removeFirst()
                bytes.append(byte)
            default:
                bytes.append(byte)
            }
        }
        return (String(decoding: bytes, as: UTF8.self), holdsURL)
    }
}
