public import AppGroup

/// An app bundle that was read and found sound: what it says of itself, where it runs, its icon.
public struct AppBundle: Sendable {
    /// The name of the bundle's folder, such as `Rooms.app`.
    public let folderName: String
    /// What its `Info.plist` says.
    public let info: BundleInfo
    /// Where its executable runs.
    public let platform: Platform
    /// Its icon, or one that was drawn.
    public let icon: BundleIcon

    init(_ source: some BundleSource) throws(PackageError) {
        guard let bytes = try source.contents(of: MisplacedList.name, limit: PropertyListLimits.standard.bytes) else {
            throw try Self.missingList(in: source)
        }
        folderName = source.folderName
        info = try BundleInfo(try PropertyList(bytes: bytes), folder: folderName)
        guard let beginning = try source.beginning(of: info.executable, count: ExecutableFormat.prefixSize) else {
            throw PackageError(
                .refused,
                "\(Quoted.text(folderName)) has no file \(Quoted.text(info.executable)), which its Info.plist names as the "
                    + "executable; add it, or correct CFBundleExecutable.")
        }
        platform = ExecutableFormat(prefix: beginning).platform
        icon = try BundleIcon(of: info, in: source)
        try checkRegistration()
    }

    private static func missingList(in source: some BundleSource) throws(PackageError) -> PackageError {
        let place = MisplacedList.placeOfMacOS
        let isOfMacOS = try source.beginning(of: place, count: 1) != nil
        let found = MisplacedList.words(in: isOfMacOS ? [place] : try source.files().keys.sorted())
        let advice = found.isEmpty ? ", which names the app; add one" : found
        return PackageError(.refused, "\(Quoted.text(source.folderName)) has no \(MisplacedList.name)\(advice).")
    }

    /// Refuses now what no group could register once it is unpacked.
    private func checkRegistration() throws(PackageError) {
        do throws(AppGroupError) {
            try registration(digest: String(repeating: "0", count: 64)).check()
        } catch {
            throw PackageError(.refused, "The Info.plist can't be registered: \(error.description)")
        }
    }

    /// A bundle that lies unpacked in a folder, alone.
    ///
    /// - Throws: ``PackageError`` that says what is damaged or missing.
    public init(unpackedIn folder: String) throws(PackageError) {
        let names: [String]
        do { names = try FileTree.entries(of: folder) } catch { throw .reading(folder, error) }
        guard let name = names.first, names.count == 1 else {
            throw PackageError(.refused, "\(Quoted.text(folder)) holds \(names.count) bundles; one is expected.")
        }
        try self.init(FolderBundle("\(folder)/\(name)"))
    }

    /// The app in a line: its name, its version, its identifier.
    public var summary: String { "\(info.name)\(info.version.map { " \($0)" } ?? "") (\(info.id))" }

    /// What the app registers once its package is installed.
    ///
    /// - Parameter digest: The SHA-256 of the package, 64 lower-case hexadecimal digits.
    public func registration(digest: String) -> RegisteredApp {
        let command = Launch.Command(
            executable: "\(folderName)/\(info.executable)", arguments: info.arguments, interface: info.interface)
        return RegisteredApp(
            id: info.id, name: info.name, icon: icon.source, schemes: info.schemes,
            launch: .package(Launch.InstalledPackage(digest: digest, command: command)), version: info.version,
            fields: info.fields)
    }
}
