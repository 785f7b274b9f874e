import AppGroup
import AppGroupCommands
import AppGroupText
import AppPackage
import ArgumentParser

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "inspect", "Show what a package contains, or why it is refused.",
        discussion: """
            The whole structure of the package is checked. The contents of its files are checked, too, if the package is small \
            or with --verify; installing always checks them.
            """)

    @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
    @Flag(help: "Unpack and check every file, however large the package is.") var verify = false
    @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

    func run() throws { try Self.inspect(file, checking: verify ? .contents : .smallContents, as: format) }

    static func inspect(_ file: String, checking: Package.Checking, as format: OutputFormat) throws {
        let package = try Package(path: file, checking: checking)
        withExtendedLifetime(package) {
            StandardOutput.print(PackageListing(package: package), as: format)
            // A large package has thousands of entries, and freeing them would take a tenth of the time.
            Program.end()
        }
    }
}

extension InspectCommand {
    /// Reads simple arguments without the parser, since setting it up takes as long as reading the directory of a large package;
    /// `nil` for arguments that need the parser.
    static func plain(_ arguments: [String]) -> (file: String, format: OutputFormat)? {
        var words = arguments
        var format = OutputFormat.table
        if let place = words.firstIndex(of: "--format"), place + 1 < words.count {
            guard let named = OutputFormat(rawValue: words[place + 1]) else { return nil }
            format = named
            words.removeSubrange(place...place + 1)
        }
        guard words.count == 1, !words[0].hasPrefix("-") else { return nil }
        return (words[0], format)
    }
}

/// Everything that is known about a package, as `launcher inspect` prints it: a line for each fact.
struct PackageListing: FactsListing {
    let package: Package

    private var info: BundleInfo { package.bundle.info }

    private var misfit: String? { package.bundle.platform.misfit(on: .current)?.sentence(about: "\(info.name)") }

    var facts: [Fact] {
        var facts: [Fact] = [("id", "\(info.id)"), ("name", "\(info.name)")]
        if let version = info.version { facts.append(("version", "\(version)")) }
        if let build = info.build { facts.append(("build", "\(build)")) }
        if let group = info.group { facts.append(("group", "\(group)")) }
        facts.append(("runs on", "\(package.bundle.platform)"))
        facts.append(("fits", misfit ?? "this machine"))
        if let system = info.minimumSystem { facts.append(("minimum system", "\(system)")) }
        facts += info.schemes.map { ("scheme", "\($0)") }
        facts += info.refusedSchemes.map { ("scheme", "\($0) (left out: apps of a group may not have it)") }
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

struct PackCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "pack", "Make a package from an app's folder.",
        discussion: "The same files always give the same bytes, no matter who packs them or when.")

    @Argument(help: "The app's folder, such as Rooms.app.", completion: .directory) var app: String
    @Option(
        name: .shortAndLong, help: "The package to write, such as Rooms.ipa.", completion: .file(extensions: ["ipa"]))
    var output: String

    func validate() throws { try NewFile.check(output, of: "pack") }

    func run() throws {
        let package = try Package.pack(app, as: output)
        Talk.say("\(output): \(package.bundle.summary), \(ByteCount(package.fileSize))")
    }
}
