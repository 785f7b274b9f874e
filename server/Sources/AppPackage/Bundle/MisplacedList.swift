/// What was found in an app where its `Info.plist` was missed.
enum MisplacedList {
    /// What an app's property list is called.
    static let name = "Info.plist"
    /// Where bundles of macOS have it.
    static let placeOfMacOS = "Contents/Info.plist"

    /// The end of a sentence that says that there is none; empty where there is nothing like it.
    ///
    /// - Parameter paths: Those of the files in the app.
    static func words(in paths: some Sequence<String>) -> String {
        for path in paths {
            if path == placeOfMacOS {
                return ", but has \(placeOfMacOS), as bundles of macOS do, not those of iOS that are read"
            }
            if path != name, path.utf8.count == name.utf8.count, path.lowercased() == name.lowercased() {
                return ", but has \(Quoted.text(path)), which must be spelled \(name)"
            }
        }
        return ""
    }
}
