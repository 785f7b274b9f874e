// Values that are one of several kinds are coded as an object with one key, which names the kind.

extension FieldValue: Codable {
    private enum Kind: String, CodingKey {
        case string, integer, date
    }

    /// Decodes an object such as `{"integer": 5}`. A date is in milliseconds since the Unix epoch.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Kind.self)
        switch values.allKeys.first {
        case .string: self = .string(try values.decode(String.self, forKey: .string))
        case .integer: self = .integer(try values.decode(Int64.self, forKey: .integer))
        case .date: self = .date(try values.decode(Timestamp.self, forKey: .date))
        case nil: throw AppGroupError(.invalidValue, "A field has neither “string” nor “integer” nor “date”.")
        }
    }

    /// Encodes an object such as `{"integer": 5}`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Kind.self)
        switch self {
        case .string(let text): try values.encode(text, forKey: .string)
        case .integer(let number): try values.encode(number, forKey: .integer)
        case .date(let moment): try values.encode(moment, forKey: .date)
        }
    }
}

extension AppLaunch: Codable {
    private enum Kind: String, CodingKey {
        case command, desktopFile, package
    }

    /// Decodes an object with the key `command`, `desktopFile` or `package`, and checks the launch.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Kind.self)
        switch values.allKeys.first {
        case .command: self = .command(try values.decode(Command.self, forKey: .command))
        case .desktopFile: self = .desktopFile(try values.decode(String.self, forKey: .desktopFile))
        case .package: self = .package(try values.decode(InstalledPackage.self, forKey: .package))
        case nil:
            throw AppGroupError(.invalidValue, "A launch has neither “command” nor “desktopFile” nor “package”.")
        }
        try check()
    }

    /// Encodes an object with the key `command`, `desktopFile` or `package`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Kind.self)
        switch self {
        case .command(let command): try values.encode(command, forKey: .command)
        case .desktopFile(let id): try values.encode(id, forKey: .desktopFile)
        case .package(let package): try values.encode(package, forKey: .package)
        }
    }
}

extension AppLaunch.Interface: Codable {
    /// Decodes `terminal` or `graphical`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.singleValueContainer().decode(String.self) {
        case "terminal": self = .terminal
        case "graphical": self = .graphical
        case let other:
            throw AppGroupError(
                .invalidValue, "\(PlainText.quoted(other)) is not an interface; write “terminal” or “graphical”.")
        }
    }

    /// Encodes `terminal` or `graphical`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .terminal ? "terminal" : "graphical")
    }
}
