/// What a dock is told of one app (wiki.ubuntu.com/Unity/LauncherAPI, "Low level DBus API: com.canonical.Unity.LauncherEntry").
struct LauncherEntry: Hashable, Comparable {
    static let interface = "com.canonical.Unity.LauncherEntry"
    /// Where all apps have their objects.
    static let pathPrefix = "/com/canonical/unity/launcherentry/"

    /// The id of the app's desktop entry, such as `com.example.inbox.desktop`.
    let desktopFileID: String
    /// How many things need the user; 0 shows nothing.
    let count: Int64

    /// The name by which docks know the app.
    var uri: String { "application://\(desktopFileID)" }

    /// The app's own object, numbered by a hash as libunity does it: D. J. Bernstein's, with 33 and 5381.
    var path: String {
        let hash = uri.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
        return "\(Self.pathPrefix)\(hash)"
    }

    static func < (left: LauncherEntry, right: LauncherEntry) -> Bool { left.desktopFileID < right.desktopFileID }
}
