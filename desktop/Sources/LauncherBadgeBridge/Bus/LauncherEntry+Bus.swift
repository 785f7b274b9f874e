import AppGroupPlatform
import DesktopBus

extension SessionBus {
    /// Tells every dock about one app's badge.
    func update(_ entry: LauncherEntry) throws(SystemError) {
        let signal = try signal("Update", of: LauncherEntry.interface, from: entry.path)
        try signal.append(entry)
        try signal.send()
    }
}

extension BusMessage {
    /// Answers a call with an app's badge.
    func reply(with entry: LauncherEntry) throws(SystemError) {
        try reply { (answer) throws(SystemError) in try answer.append(entry) }
    }

    /// Appends an app's badge: its name and `a{sv}`.
    fileprivate func append(_ entry: LauncherEntry) throws(SystemError) {
        try append(entry.uri)
        try append(arrayOf: "{sv}") { () throws(SystemError) in
            try append(property: "count", "x") { () throws(SystemError) in try append(entry.count) }
            try append(property: "count-visible", "b") { () throws(SystemError) in try append(entry.count > 0) }
        }
    }
}
