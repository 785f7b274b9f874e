import AppGroup
import AppGroupTerminal
import AppPackage

/// The installed packages, as `launcher packages` writes them.
struct PackagesListing: Listing {
    let packages: [PackageInstaller.InstalledPackage]

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 8), TextTable.Column(header: "VERSION"),
            TextTable.Column(header: "OTHERS", shrinkOrder: 3), TextTable.Column(header: "SIZE", alignment: .right),
            TextTable.Column(header: "ID", shrinkOrder: 1),
        ]
    }

    var rows: [[TextTable.Cell]] {
        packages.map { package in
            let others = package.versions.filter { $0.digest != package.app.currentPackage && $0.size != nil }
            let isMissing = package.versions.contains { $0.digest == package.app.currentPackage && $0.size == nil }
            return [
                TextTable.Cell("\(package.app.name)", style: .bold),
                TextTable.Cell((package.app.version?.description ?? "") + (isMissing ? " (missing)" : "")),
                TextTable.Cell(others.map { package.name(of: $0) }.joined(separator: ", ")),
                TextTable.Cell("\(ByteCount(package.versions.reduce(0) { $0 + ($1.size ?? 0) }))"),
                TextTable.Cell("\(package.app.id)", style: .dim),
            ]
        }
    }

    /// One line for each version.
    var records: [[String]] {
        packages.flatMap { package in
            package.versions.map { version in
                [
                    "\(package.app.id)", package.name(of: version),
                    version.digest == package.app.currentPackage ? "current" : "kept",
                    version.size.map { "\($0)" } ?? "missing", version.digest, "\(package.app.name)",
                    "\(package.group)", version.folder,
                ]
            }
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "packages": .array(
                packages.map { package in
                    [
                        "id": JSONValue(text: package.app.id), "name": JSONValue(text: package.app.name),
                        "group": JSONValue(text: package.group), "version": JSONValue(text: package.app.version),
                        "versions": .array(
                            package.versions.map { version in
                                [
                                    "version": JSONValue(text: version.bundle?.info.version),
                                    "build": JSONValue(text: version.bundle?.info.build),
                                    "digest": .string(version.digest),
                                    "current": .bool(version.digest == package.app.currentPackage),
                                    "size": version.size.map { .integer(Int(clamping: $0)) } ?? .null,
                                    "folder": .string(version.folder),
                                ]
                            }),
                    ]
                }),
        ]
    }
}

extension PackageInstaller.InstalledPackage {
    /// What people call a version; the beginning of its digest where it has no name, or shares it with another.
    fileprivate func name(of version: PackageInstaller.InstalledVersion) -> String {
        let digest = "\(version.digest.prefix(12))"
        guard let name = version.bundle?.info.version?.description else { return digest }
        let isShared = versions.contains { $0.digest != version.digest && $0.bundle?.info.version?.description == name }
        return isShared ? "\(name) (\(digest))" : name
    }
}
