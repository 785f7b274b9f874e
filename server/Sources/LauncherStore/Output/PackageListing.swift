import AppGroup
import AppGroupTerminal
import AppPackage

/// What was read from a package, as `launcher inspect` writes it: a line for each thing.
struct PackageListing: Listing {
    let package: Package

    private var info: BundleInfo { package.bundle.info }

    private var misfit: String? { package.bundle.platform.misfit(on: .current)?.sentence(about: "\(info.name)") }

    private var facts: [(String, String)] {
        var facts = [("id", "\(info.id)"), ("name", "\(info.name)")]
        if let version = info.version { facts.append(("version", "\(version)")) }
        if let build = info.build { facts.append(("build", "\(build)")) }
        if let group = info.group { facts.append(("group", "\(group)")) }
        facts.append(("runs on", "\(package.bundle.platform)"))
        facts.append(("fits", misfit ?? "this machine"))
        if let system = info.minimumSystem { facts.append(("minimum system", "\(system)")) }
        facts += info.schemes.map { ("scheme", "\($0)") }
        facts += info.refusedSchemes.map { ("scheme", "\($0) (left out: no app of a family may have it)") }
        facts.append(("executable", info.executable))
        if !info.arguments.isEmpty { facts.append(("arguments", info.arguments.joined(separator: " "))) }
        facts.append(("interface", info.interface == .terminal ? "terminal" : "graphical"))
        facts += info.fields.sorted { $0.key < $1.key }.map { ("field \($0.key)", "\($0.value)") }
        facts.append(("icon", package.bundle.icon.summary))
        facts += package.bundle.icon.passedOver.map { ("icon passed over", $0) }
        facts.append(("entries", "\(package.entryCount)"))
        facts.append(("size", "\(ByteCount(package.fileSize)), unpacked \(ByteCount(package.unpackedSize))"))
        facts.append(("checked", package.isVerified ? "every byte" : "the structure; installing checks every byte"))
        return facts
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "WHAT", shrinkOrder: 2, minimumWidth: 6),
            TextTable.Column(header: "VALUE", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] { facts.map { [TextTable.Cell($0.0, style: .dim), TextTable.Cell($0.1)] } }

    var records: [[String]] { facts.map { [$0.0, $0.1] } }

    var json: JSONValue {
        [
            "version": 1,
            "package": [
                "id": JSONValue(text: info.id), "name": JSONValue(text: info.name),
                "version": JSONValue(text: info.version),
                "build": JSONValue(text: info.build), "group": JSONValue(text: info.group),
                "schemes": .array(info.schemes.map { .string("\($0)") }),
                "refusedSchemes": .array(info.refusedSchemes.map { .string($0) }),
                "minimumSystem": JSONValue(text: info.minimumSystem), "executable": .string(info.executable),
                "arguments": .array(info.arguments.map { .string($0) }),
                "terminal": .bool(info.interface == .terminal),
                "fields": .object(info.fields.sorted { $0.key < $1.key }.map { ("\($0.key)", JSONValue($0.value)) }),
                "operatingSystem": JSONValue(text: package.bundle.platform.operatingSystem),
                "architectures": .array(
                    package.bundle.platform.architectures.map {
                        .string($0.name(on: package.bundle.platform.operatingSystem))
                    }),
                "fits": .bool(misfit == nil), "misfit": JSONValue(text: misfit), "icon": package.bundle.icon.json,
                "entries": .integer(package.entryCount), "size": .integer(Int(clamping: package.fileSize)),
                "unpackedSize": .integer(Int(clamping: package.unpackedSize)), "verified": .bool(package.isVerified),
            ],
        ]
    }
}

extension BundleIcon {
    fileprivate var summary: String {
        (fileName ?? "none; one is drawn") + (pixelSize.map { ", \($0.width) × \($0.height)" } ?? "")
    }

    fileprivate var json: JSONValue {
        [
            "file": JSONValue(text: fileName), "format": .string(format.rawValue),
            "width": pixelSize.map { .integer($0.width) } ?? .null,
            "height": pixelSize.map { .integer($0.height) } ?? .null,
        ]
    }
}
