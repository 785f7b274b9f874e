/// Archives that are as they should be.
enum SoundArchive {
    /// The path of the app in them.
    static let app = "Payload/Rooms.app"

    /// A package with an app in it, for further entries: its last two have contents, one of them deflated.
    static var package: ZipWriter {
        var zip = ZipWriter()
        zip.add("Payload/")
        zip.add("\(app)/")
        zip.add("\(app)/Info.plist", "<plist><dict/></plist>")
        zip.add("\(app)/Rooms", String(repeating: "#!/bin/sh\n", count: 20), mode: 0o100755, deflated: true)
        return zip
    }
}
