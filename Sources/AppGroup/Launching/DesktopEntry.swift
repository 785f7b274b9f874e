import AppGroupPlatform

/// A desktop entry: how the desktop shows and starts an application (Desktop Entry Specification 1.5).
package struct DesktopEntry {
    /// The most bytes that a desktop file may have: 1 MiB.
    package static let maximumSize = 1 << 20

    /// The desktop-file id, such as `org.example.Rooms.desktop`.
    let id: String
    /// The file's path.
    let path: String
    private let values: [String: String]
    private let locales: [String]

    /// - Parameter locales: The languages of the user, as ``ProcessEnvironment/locales`` lists them.
    init(id: String, path: String, bytes: [UInt8], locales: [String]) throws(KeyFile.Problem) {
        guard let values = try KeyFile(bytes, keeping: ["Desktop Entry"])["Desktop Entry"] else {
            throw KeyFile.Problem(description: "it has no group [Desktop Entry]")
        }
        self.id = id
        self.path = path
        self.values = values
        self.locales = locales
    }

    /// Reads a desktop file.
    init(id: String, path: String, environment: ProcessEnvironment) throws(AppGroupError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.contents(of: path, limit: Self.maximumSize)
        } catch {
            throw AppGroupError(
                .inputOutput,
                "The desktop entry \(PlainText.harmless(path)) cannot be read: \(error.message).", errno: error.number)
        }
        do {
            try self.init(id: id, path: path, bytes: bytes, locales: environment.locales)
        } catch {
            throw AppGroupError(
                .invalidValue,
                "The desktop entry \(PlainText.harmless(path)) is invalid: \(error). "
                    + "Run “desktop-file-validate” on it, or ask its maker."
            )
        }
    }

    /// The kind of entry; only an `Application` can be launched.
    var type: String? { string("Type") }
    /// What the application is called, in the user's language.
    var name: String? { localized("Name") }
    /// The name of a themed icon, or the absolute path of an image.
    var icon: String? { localized("Icon") }
    /// The command line, unescaped but not yet parsed.
    var exec: String? { string("Exec") }
    /// The program without which the application counts as not installed: one executable, never quoted.
    var tryExec: String? { string("TryExec") }
    /// The folder to run the program in.
    var workingDirectory: String? { string("Path").flatMap { Paths.isAbsolute($0) ? $0 : nil } }
    var isTerminal: Bool { boolean("Terminal") }
    /// Whether the user deleted this application, as far as they can.
    package var isHidden: Bool { boolean("Hidden") }
    /// Whether menus and searches list the application.
    package var isListed: Bool { !isHidden && !boolean("NoDisplay") }
    var isDBusActivatable: Bool { boolean("DBusActivatable") }
    /// Whether `launcher integrate` wrote the entry.
    package var isOurs: Bool { values["X-AppGroup-Group"] != nil }
    var mimeTypes: [String] { values["MimeType"].map { KeyFile.list($0) } ?? [] }

    /// The schemes of the URLs that the application opens.
    var schemes: [URLScheme] {
        let prefix = "x-scheme-handler/"
        return mimeTypes.filter { $0.hasPrefix(prefix) }.compactMap { try? URLScheme($0.dropFirst(prefix.count)) }
    }

    private func string(_ key: String) -> String? {
        values[key].map { KeyFile.string($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func localized(_ key: String) -> String? {
        locales.lazy.compactMap { string("\(key)[\($0)]") }.first ?? string(key)
    }

    private func boolean(_ key: String) -> Bool { values[key] == "true" || values[key] == "1" }
}

extension ProcessEnvironment {
    /// The user's languages in the order in which localized keys are matched: language, country and modifier, then less and
    /// less of them (Desktop Entry Specification 1.5, "Localized values for keys").
    var locales: [String] {
        guard var rest = (self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"])?[...] else { return [] }
        func cut(_ mark: Character) -> Substring? {
            guard let index = rest.firstIndex(of: mark) else { return nil }
            defer { rest = rest[..<index] }
            return rest[index...]
        }
        let modifier = cut("@")
        _ = cut(".")
        let country = cut("_")
        guard rest != "C", rest != "POSIX" else { return [] }
        return [(country, modifier), (country, nil), (nil, modifier), (nil, nil)]
            .filter { ($0.0 == nil || country != nil) && ($0.1 == nil || modifier != nil) }
            .map { "\(rest)\($0.0 ?? "")\($0.1 ?? "")" }
    }
}
