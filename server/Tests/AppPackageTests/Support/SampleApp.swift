import Foundation
import TestSupport

/// An app's folder as an author has it: a script that runs, an icon, some data, and links like those of frameworks.
struct SampleApp {
    let path: String

    /// - Parameters:
    ///   - information: Keys of its `Info.plist` that replace the usual ones; `nil` removes one.
    init(
        _ name: String = "Rooms.app", in folder: TemporaryFolder, information: [String: Any?] = [:],
        format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws {
        path = "\(folder.path)/\(name)"
        let list = Self.information.merging(information.compactMapValues { $0 }) { $1 }
            .filter { key, _ in !information.keys.contains(key) || information[key]! != nil }
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        try folder.write("\(name)/Info.plist", bytes)
        try folder.write("\(name)/rooms", "#!/bin/sh\necho \"rooms $*\"\n".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/rooms")
        try folder.write("\(name)/Räume/Plan A.txt", String(repeating: "Erdgeschoss\n", count: 500).utf8)
        try folder.write("\(name)/Kit.framework/Versions/A/Kit", "kit".utf8)
        try link("Kit.framework/Versions/Current", to: "A")
        try link("Kit.framework/Kit", to: "Versions/Current/Kit")
    }

    /// The usual contents of its `Info.plist`.
    nonisolated(unsafe) static let information: [String: Any] = [
        "CFBundleIdentifier": "org.example.rooms", "CFBundleName": "Rooms", "CFBundleExecutable": "rooms",
        "CFBundleShortVersionString": "1.2", "CFBundleVersion": "34",
        "CFBundleURLTypes": [["CFBundleURLName": "org.example.rooms", "CFBundleURLSchemes": ["rooms"]]],
        "AppGroup": ["Group": "org.example.family", "Interface": "terminal", "Arguments": ["--url", "%u"]],
    ]

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    /// Every file, folder and link below a folder: its path, its kind, whether it is executable, and its contents.
    static func tree(_ folder: String) throws -> [String] {
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: folder).sorted().map { name in
            let path = "\(folder)/\(name)"
            let attributes = try manager.attributesOfItem(atPath: path)
            switch attributes[.type] as? FileAttributeType {
            case .typeDirectory: return "\(name)/"
            case .typeSymbolicLink: return "\(name) -> \(try manager.destinationOfSymbolicLink(atPath: path))"
            default:
                let isExecutable = manager.isExecutableFile(atPath: path) ? "x" : "-"
                return "\(name) \(isExecutable) \(try Data(contentsOf: URL(filePath: path)).base64EncodedString())"
            }
        }
    }
}
