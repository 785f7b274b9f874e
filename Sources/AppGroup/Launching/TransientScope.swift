import AppGroupPlatform

/// A scope of the user's systemd for a started program, so that the desktop sees it as an application of its own.
enum TransientScope {
    /// What the tool `busctl` is called with to move a process into a scope of its own.
    static func busctlArguments(process: Int32, application: String) -> [String] {
        let unit = "app-launcher-\(escaped(application))-\(RandomName.make()).scope"
        let properties = [
            ["PIDs", "au", "1", "\(process)"], ["Slice", "s", "app.slice"], ["CollectMode", "s", "inactive-or-failed"],
        ]
        return ["--user", "call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1"]
            + ["org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))", unit, "fail"]
            + ["\(properties.count)"] + properties.joined() + ["0"]
    }

    /// As systemd.unit(5) escapes what becomes part of a unit's name.
    private static func escaped(_ application: String) -> String {
        application.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."):
                String(Unicode.Scalar(byte))
            default: "\\x\(Hexadecimal.string([byte]))"
            }
        }.joined()
    }
}
