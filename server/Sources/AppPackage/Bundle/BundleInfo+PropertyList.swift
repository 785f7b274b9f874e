import AppGroup

extension BundleInfo {
    /// The keys that are read from an `Info.plist`.
    enum Key {
        static let id = "CFBundleIdentifier"
        static let displayName = "CFBundleDisplayName"
        static let name = "CFBundleName"
        static let version = "CFBundleShortVersionString"
        static let build = "CFBundleVersion"
        static let urlTypes = "CFBundleURLTypes"
        static let urlSchemes = "CFBundleURLSchemes"
        static let minimumSystemOfIOS = "MinimumOSVersion"
        static let minimumSystemOfMacOS = "LSMinimumSystemVersion"
        static let executable = "CFBundleExecutable"
        static let icons = ["CFBundleIcons", "CFBundleIcons~ipad"]
        static let primaryIcon = "CFBundlePrimaryIcon"
        static let iconFiles = "CFBundleIconFiles"
        static let iconFile = "CFBundleIconFile"
        /// The dictionary for what Apple's keys cannot express.
        static let ours = "AppGroup"
        static let group = "Group"
        static let interface = "Interface"
        static let arguments = "Arguments"
        static let fields = "Fields"
    }

    /// The most icon files that are examined.
    private static let maximumIconNames = 64

    /// Reads a bundle's description of itself.
    ///
    /// - Parameters:
    ///   - list: Its `Info.plist`.
    ///   - folder: The name of the bundle's folder, such as `Rooms.app`.
    /// - Throws: ``PackageError/Code/refused`` naming the key that is missing or has a wrong value.
    init(_ list: PropertyList, folder: String) throws(PackageError) {
        guard list.dictionary != nil else { throw Self.refusal("is not a dictionary") }
        guard let identifier = try Self.value(list, Key.id, AppID.init(_:)) else {
            throw Self.refusal("has no \(Key.id), such as com.example.rooms")
        }
        id = identifier
        let base = folder.hasSuffix(".app") ? String(folder.dropLast(4)) : folder
        let given = [try Self.name(list, Key.displayName), try Self.name(list, Key.name)]
        if let name = given.compactMap({ $0 }).first {
            self.name = name
        } else {
            name = try Self.checked(base, "folder's name", AppName.init(_:))
        }
        build = try Self.version(list, Key.build)
        let isNumbered = build != nil && list[Key.version]?.string == ""
        version = isNumbered ? build : try Self.version(list, Key.version) ?? build
        (schemes, refusedSchemes) = Self.schemes(try Self.strings(inEachOf: list, Key.urlTypes, Key.urlSchemes))
        let systems = [
            try Self.system(list, Key.minimumSystemOfIOS), try Self.system(list, Key.minimumSystemOfMacOS),
        ]
        minimumSystem = systems.compactMap { $0 }.first
        executable = try Self.executable(list)
        iconNames = Array(try Self.iconNames(list).prefix(Self.maximumIconNames))
        let ours = list[Key.ours]
        guard ours == nil || ours?.dictionary != nil else { throw Self.refusal("has no dictionary as \(Key.ours)") }
        let additions = ours ?? .dictionary([:])
        group = try Self.value(additions, Key.group, GroupID.init(_:))
        interface = try Self.interface(additions)
        arguments = try Self.strings(additions, Key.arguments)
        fields = try Self.fields(additions)
    }

    // MARK: - Single keys

    private static func executable(_ list: PropertyList) throws(PackageError) -> String {
        guard let name = try string(list, Key.executable) else {
            throw refusal("has no \(Key.executable), the name of a file in the bundle")
        }
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0)
        else {
            throw refusal(
                "has \(PlainText.quoted(name)) as \(Key.executable), which is not the name of a file in the bundle")
        }
        return name
    }

    private static func iconNames(_ list: PropertyList) throws(PackageError) -> [String] {
        var names: [String] = []
        for key in Key.icons {
            guard let primary = list[key]?[Key.primaryIcon] else { continue }
            // A mere name stands for an image in an asset catalog, which only Apple's tools read.
            guard primary.dictionary != nil else { continue }
            names += try fileNames(primary)
        }
        names += try fileNames(list)
        if let name = try string(list, Key.iconFile) { names.append(name) }
        return names
    }

    /// If there is only one, some tools write its name without an array around it.
    private static func fileNames(_ list: PropertyList) throws(PackageError) -> [String] {
        if let name = list[Key.iconFiles]?.string { return [name] }
        return try strings(list, Key.iconFiles)
    }

    private static func interface(_ ours: PropertyList) throws(PackageError) -> AppLaunch.Interface {
        guard let word = try string(ours, Key.interface) else { return .graphical }
        switch word {
        case "terminal": return .terminal
        case "graphical": return .graphical
        default:
            throw refusal(
                "has \(PlainText.quoted(word)) as \(Key.ours).\(Key.interface); it is either terminal or graphical")
        }
    }

    private static func fields(_ ours: PropertyList) throws(PackageError) -> [FieldKey: FieldValue] {
        guard let given = ours[Key.fields] else { return [:] }
        guard let values = given.dictionary else { throw refusal("has no dictionary as \(Key.ours).\(Key.fields)") }
        var fields: [FieldKey: FieldValue] = [:]
        for (name, value) in values {
            let key = try checked(name, "\(Key.ours).\(Key.fields)", FieldKey.init(_:))
            fields[key] =
                switch value {
                case .string(let text): .string(text)
                case .integer(let number): .integer(number)
                case .date(let seconds): .date(Timestamp(secondsSince2001: seconds))
                default:
                    throw refusal(
                        "has a value of \(Key.ours).\(Key.fields).\(key) that is not a string, integer or date")
                }
        }
        return fields
    }

    private static func schemes(_ given: [String]) -> (schemes: [URLScheme], refused: [String]) {
        var schemes: [URLScheme] = []
        var refused: [String] = []
        for text in given {
            guard let scheme = try? URLScheme(text), !scheme.isWellKnown, schemes.count < AppDescription.maximumSchemes
            else {
                refused.append(text)
                continue
            }
            if !schemes.contains(scheme) { schemes.append(scheme) }
        }
        return (schemes, refused)
    }

    private static func name(_ list: PropertyList, _ key: String) throws(PackageError) -> AppName? {
        guard let text = try string(list, key), !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
            return nil
        }
        return try checked(text, key, AppName.init(_:))
    }

    private static func version(_ list: PropertyList, _ key: String) throws(PackageError) -> AppVersion? {
        try value(list, key, AppVersion.init(_:))
    }

    /// It is only shown, so an empty one counts as missing.
    private static func system(_ list: PropertyList, _ key: String) throws(PackageError) -> AppVersion? {
        guard let text = list[key]?.string, !text.isEmpty else { return nil }
        return try checked(text, key, AppVersion.init(_:))
    }

    // MARK: - Kinds of values

    private static func string(_ list: PropertyList, _ key: String) throws(PackageError) -> String? {
        guard let value = list[key] else { return nil }
        guard let text = value.string else { throw refusal("has no string as \(key)") }
        return text
    }

    private static func strings(_ list: PropertyList, _ key: String) throws(PackageError) -> [String] {
        guard let value = list[key] else { return [] }
        guard let values = value.array else { throw refusal("has no array as \(key)") }
        var strings: [String] = []
        for value in values {
            guard let text = value.string else { throw refusal("has values other than strings in \(key)") }
            strings.append(text)
        }
        return strings
    }

    private static func strings(
        inEachOf list: PropertyList, _ key: String, _ inner: String
    ) throws(PackageError) -> [String] {
        guard let value = list[key] else { return [] }
        guard let values = value.array else { throw refusal("has no array as \(key)") }
        var result: [String] = []
        for value in values { result += try strings(value, inner) }
        return result
    }

    private static func value<Value>(
        _ list: PropertyList, _ key: String, _ make: (String) throws(AppGroupError) -> Value
    ) throws(PackageError) -> Value? {
        guard let text = try string(list, key) else { return nil }
        return try checked(text, key, make)
    }

    private static func checked<Value>(
        _ text: String, _ key: String, _ make: (String) throws(AppGroupError) -> Value
    ) throws(PackageError) -> Value {
        do throws(AppGroupError) {
            return try make(text)
        } catch {
            throw PackageError(.refused, "The Info.plist is refused for its \(key): \(error.description)")
        }
    }

    private static func refusal(_ reason: String) -> PackageError {
        PackageError(.refused, "The Info.plist \(reason); correct it, and pack the app again.")
    }
}

extension Timestamp {
    /// A date of a property list. A date out of range becomes the nearest timestamp.
    fileprivate init(secondsSince2001 seconds: Double) {
        let milliseconds = ((seconds + 978_307_200) * 1000).rounded()
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}
