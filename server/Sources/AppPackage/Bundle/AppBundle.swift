public import AppGroup
import AppGroupPlatform

/// A sound app bundle: its information, the platform it runs on, and its icon.
public struct AppBundle: Sendable {
    /// The name of the bundle's folder, such as `Rooms.app`.
    public let folderName: String
    /// The information in its `Info.plist`.
    public let info: BundleInfo
    /// The platform of its executable.
    public let platform: Platform
    /// Its own icon, or a drawn one.
    public let icon: BundleIcon

    init(_ source: some BundleSource) throws(PackageError) {
        folderName = source.folderName
        info = try Self.info(in: source)
        guard let beginning = try source.beginning(of: info.executable, count: ExecutableFormat.prefixSize) else {
            throw PackageError(
                .refused,
                "\(PlainText.quoted(folderName)) has no file \(PlainText.quoted(info.executable)), which its Info.plist names as the "
                    + "executable; add it, or correct CFBundleExecutable.")
        }
        if let problem = ScriptLine.problem(in: beginning[...]) {
            throw PackageError(.refused, "The executable \(PlainText.quoted(info.executable)) \(problem).")
        }
        platform = ExecutableFormat(prefix: beginning).platform
        icon = try BundleIcon(of: info, in: source)
        try checkRegistration()
    }

    private static func info(in source: some BundleSource) throws(PackageError) -> BundleInfo {
        guard let bytes = try source.contents(of: MisplacedList.name, limit: PropertyListLimits.standard.bytes) else {
            throw try missingList(in: source)
        }
        return try BundleInfo(try PropertyList(bytes: bytes), folder: source.folderName)
    }

    private static func missingList(in source: some BundleSource) throws(PackageError) -> PackageError {
        let place = MisplacedList.placeOfMacOS
        let isOfMacOS = try source.beginning(of: place, count: 1) != nil
        let found = MisplacedList.words(in: isOfMacOS ? [place] : try source.files().keys.sorted())
        let advice = found.isEmpty ? ", which names the app; add one" : found
        return PackageError(.refused, "\(PlainText.quoted(source.folderName)) has no \(MisplacedList.name)\(advice).")
    }

    /// Refuses an app that no group could register after unpacking it.
    private func checkRegistration() throws(PackageError) {
        do throws(AppGroupError) {
            try registration(digest: PackageDigest(stringLiteral: String(repeating: "0", count: 64))).check()
        } catch {
            throw PackageError(.refused, "The Info.plist can't be registered: \(error.description)")
        }
    }

    /// Reads the only bundle that is unpacked in a folder.
    ///
    /// - Throws: ``PackageError`` naming what is damaged or missing.
    public init(unpackedIn folder: String) throws(PackageError) {
        try self.init(Self.onlyBundle(in: folder))
    }

    /// Reads only the `Info.plist` of the only bundle that is unpacked in a folder: its program and its icons cost much more.
    ///
    /// - Throws: ``PackageError`` naming what is damaged or missing.
    public static func info(unpackedIn folder: String) throws(PackageError) -> BundleInfo {
        try info(in: onlyBundle(in: folder))
    }

    private static func onlyBundle(in folder: String) throws(PackageError) -> FolderBundle {
        // A file manager may have written files of its own beside it.
        let apps = try FolderNames.sorted(in: folder).filter { PayloadFolder.isApp($0) }
        guard let name = apps.first, apps.count == 1 else {
            throw PackageError(
                .refused, "\(PlainText.quoted(path: folder)) contains \(apps.count) bundles; one is expected.")
        }
        return FolderBundle("\(folder)/\(name)")
    }

    /// The app in a line: its name, its version, its identifier.
    public var summary: String { "\(info.name)\(info.version.map { " \($0)" } ?? "") (\(info.id))" }

    /// The description that the app registers after its package is installed.
    ///
    /// - Parameter digest: The SHA-256 of the package.
    public func registration(digest: PackageDigest) -> AppDescription {
        let command = AppLaunch.Command(
            executable: "\(folderName)/\(info.executable)", arguments: info.arguments, interface: info.interface)
        return AppDescription(
            id: info.id, name: info.name, icon: icon.source, schemes: info.schemes,
            launch: .package(AppLaunch.InstalledPackage(digest: digest, command: command)), version: info.version,
            fields: info.fields)
    }
}

extension AppBundle {
    /// The size of all files in a folder and below it, in bytes. A file with two names counts twice.
    ///
    /// - Throws: ``PackageError`` naming what cannot be read.
    public static func size(of folder: String) throws(PackageError) -> UInt64 {
        var total: UInt64 = 0
        var folders = [folder]
        while let path = folders.popLast() {
            let names = try FolderNames.sorted(in: path)
            do throws(SystemError) {
                for name in names {
                    let status = try Files.status("\(path)/\(name)", followingLinks: false)
                    if status.kind == .folder { folders.append("\(path)/\(name)") }
                    if status.kind == .file { total &+= UInt64(max(0, status.size)) }
                }
            } catch {
                throw .reading(path, error)
            }
        }
        return total
    }
}

/// Finds an `Info.plist` with a wrong name or in the wrong place.
enum MisplacedList {
    /// The name of an app's property list.
    static let name = "Info.plist"
    /// Its place in bundles of macOS.
    static let placeOfMacOS = "Contents/Info.plist"

    /// The end of a sentence that says that the list is missing; empty if nothing similar is found.
    ///
    /// - Parameter paths: The paths of the files in the app.
    static func words(in paths: some Sequence<String>) -> String {
        for path in paths {
            if path == placeOfMacOS {
                return ", but has \(placeOfMacOS), as bundles of macOS do, not those of iOS that are read"
            }
            if path != name, path.utf8.count == name.utf8.count, path.lowercased() == name.lowercased() {
                return ", but has \(PlainText.quoted(path)), which must be spelled \(name)"
            }
        }
        return ""
    }
}
