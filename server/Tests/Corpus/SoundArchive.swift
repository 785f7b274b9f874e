/// Archives without faults.
package enum SoundArchive {
    /// The path of the app in them.
    package static let app = "Payload/Rooms.app"

    /// A package with an app, to which entries can be added. Its last two entries have contents, one of them deflated.
    package static var package: ZipWriter { Self.package(propertyList: propertyList()) }

    /// An app's property list with additional keys.
    ///
    /// - Parameter keys: Values in XML that replace the usual ones; `nil` removes one.
    static func propertyList(_ keys: [String: String?] = [:]) -> [UInt8] {
        let usual = [
            "CFBundleIdentifier": "<string>org.example.rooms</string>",
            "CFBundleExecutable": "<string>Rooms</string>",
        ]
        let values = usual.merging(keys.compactMapValues { $0 }) { $1 }.filter { key, _ in
            keys[key].map { $0 != nil } ?? true
        }
        let pairs = values.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key>\($0.value)" }
        return Array("<plist><dict>\(pairs.joined())</dict></plist>".utf8)
    }

    /// The same package with another property list.
    package static func package(propertyList: [UInt8]) -> ZipWriter {
        var zip = ZipWriter()
        zip.add("Payload/")
        zip.add("\(app)/")
        zip.add("\(app)/Info.plist".utf8, propertyList)
        zip.add("\(app)/Rooms", String(repeating: "#!/bin/sh\n", count: 20), mode: 0o100755, deflated: true)
        return zip
    }
}
