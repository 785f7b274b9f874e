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
            let others = package.versions.filter { $0.digest != package.currentDigest }
            return [
                TextTable.Cell("\(package.app.name)", style: .bold),
                TextTable.Cell(package.app.version?.description ?? ""),
                TextTable.Cell(others.map(\.name).joined(separator: ", ")),
                TextTable.Cell("\(ByteCount(package.versions.reduce(0) { $0 + $1.size }))"),
                TextTable.Cell("\(package.app.id)", style: .dim),
            ]
        }
    }

    /// One line for each version.
    var records: [[String]] {
        packages.flatMap { package in
            package.versions.map { version in
                [
                    "\(package.app.id)", version.name, version.digest == package.currentDigest ? "current" : "kept",
                    "\(version.size)", version.digest, "\(package.app.name)", "\(package.group)", version.folder,
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
                                    "current": .bool(version.digest == package.currentDigest),
                                    "size": .integer(Int(clamping: version.size)), "folder": .string(version.folder),
                                ]
                            }),
                    ]
                }),
        ]
    }
}

extension PackageInstaller.InstalledPackage {
    fileprivate var currentDigest: String? {
        if case .package(let current) = app.launch { current.digest } else { nil }
    }
}

extension PackageInstaller.InstalledVersion {
    /// What people call it; the beginning of its digest where it has no name.
    fileprivate var name: String { bundle?.info.version?.description ?? String(digest.prefix(12)) }
}
