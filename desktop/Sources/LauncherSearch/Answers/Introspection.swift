import AppGroupDesktop
import AppGroupPlatform
import DesktopBus

/// Describes the objects to programs that ask what they can do, such as `busctl` and `gdbus` (D-Bus Specification,
/// “Introspection Data Format”).
enum Introspection {
    private static let interface = "org.freedesktop.DBus.Introspectable"

    /// Answers a call.
    ///
    /// - Returns: Whether it asked for a description of an object that is there.
    static func answer(_ call: BusMessage) throws(SystemError) -> Bool {
        guard call.isCall(of: "Introspect", interface), let path = call.path, let text = description(of: path) else {
            return false
        }
        try call.reply { (answer) throws(SystemError) in try answer.append(text) }
        return true
    }

    /// The description of an object: of the one that answers, or of one on the way there.
    static func description(of path: String) -> String? {
        let whole = SearchProvider.objectPath
        let contents: String
        if path == whole {
            contents = "\(GnomeSearch.description)\n\(KRunnerSearch.description)"
        } else {
            let prefix = path == "/" ? path : "\(path)/"
            guard whole.hasPrefix(prefix), let child = whole.dropFirst(prefix.count).split(separator: "/").first else {
                return nil
            }
            contents = "  <node name=\"\(child)\"/>"
        }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
              <interface name="\(interface)">
                <method name="Introspect"><arg type="s" name="data" direction="out"/></method>
              </interface>
            \(contents)
            </node>

            """
    }
}
