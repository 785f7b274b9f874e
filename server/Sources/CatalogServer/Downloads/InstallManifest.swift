import AppGroupText

/// The manifest from which iOS installs a package (Apple Platform Deployment, "Distribute proprietary in-house apps").
///
/// iOS fetches it, and everything that it names, without cookies or a login. Text from packages is escaped.
struct InstallManifest: CustomStringConvertible {
    /// An absolute URL.
    let file: String
    /// The URL of a PNG image.
    let icon: String?
    let chunks: ChunkHashes
    /// `CFBundleIdentifier`.
    let id: String
    /// The version for people.
    let version: String
    /// The app's name.
    let title: String

    /// A property list in XML.
    var description: String {
        let hashes = chunks.hashes.map { "<string>\($0)</string>" }.joined()
        var assets = """
            <dict><key>kind</key><string>software-package</string>\
            <key>url</key><string>\(MarkupText(file))</string>\
            <key>sha256-size</key><integer>\(ChunkHashes.chunkSize)</integer>\
            <key>sha256s</key><array>\(hashes)</array></dict>
            """
        if let icon {
            for kind in ["display-image", "full-size-image"] {
                assets += """
                    \n<dict><key>kind</key><string>\(kind)</string><key>needs-shine</key><false/>\
                    <key>url</key><string>\(MarkupText(icon))</string></dict>
                    """
            }
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>items</key><array><dict>
            <key>assets</key><array>
            \(assets)
            </array>
            <key>metadata</key><dict>
            <key>bundle-identifier</key><string>\(MarkupText(id))</string>
            <key>bundle-version</key><string>\(MarkupText(version))</string>
            <key>kind</key><string>software</string>
            <key>title</key><string>\(MarkupText(title))</string>
            </dict></dict></array></dict></plist>

            """
    }
}
