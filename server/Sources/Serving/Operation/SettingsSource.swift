import AppGroupPlatform
import AppGroupText
public import Configuration
import Foundation

/// Reads settings: an option of the command line overrides the environment, which overrides a file.
///
/// `Key` has the names in the file, a JSON object. In the environment of a server with the prefix `catalog`, `publicURL` is
/// `CATALOG_PUBLIC_URL`. An empty variable is not set.
public struct SettingsSource<Key: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let reader: ConfigReader
    /// What the command line sets.
    private let options: Set<Key>
    private let prefix: String
    /// The path of the file; `nil` if there is none.
    private let file: String?

    /// - Parameters:
    ///   - prefix: What the names of environment variables begin with, in lower case. The variable `…_CONFIG` names the file.
    ///   - options: The options of the command line.
    ///   - environment: All environment variables.
    ///   - file: The file that the command line names; otherwise the environment may name one.
    /// - Throws: `configuration` if the file cannot be read, has a name that is not a key or stands there twice, or a value that no
    ///   setting can have.
    public init(
        prefix: String, options: [Key: ConfigContent], environment: [String: String], file: String?
    ) throws(ServiceError) {
        let environment = environment.filter { !$0.value.isEmpty }
        let values = options.map { (AbsoluteConfigKey([$0.key.rawValue]), ConfigValue($0.value, isSecret: false)) }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: Dictionary(values) { $1 }),
            EnvironmentVariablesProvider(environmentVariables: Self.withKnownNames(environment, prefix))
                .prefixKeys(with: ConfigKey(prefix)),
        ]
        self.options = Set(options.keys)
        self.prefix = prefix
        self.file = file ?? environment["\(prefix.uppercased())_CONFIG"]
        if let file = self.file { providers.append(try Self.provider(file)) }
        reader = ConfigReader(providers: providers)
    }

    /// Adds variables such as `CATALOG_S3_ENDPOINT` by the names that the library of settings looks for: it sees no end of a word
    /// after a digit, so for `s3Endpoint` that is `CATALOG_S3ENDPOINT`.
    private static func withKnownNames(_ environment: [String: String], _ prefix: String) -> [String: String] {
        var environment = environment
        for key in Key.allCases where key.rawValue.contains(where: \.isNumber) {
            if let value = environment[variable(key, prefix)] {
                environment[variable(key, prefix, endOfWord: \.isLowercase)] = value
            }
        }
        return environment
    }

    /// The name of a variable.
    ///
    /// - Parameter endOfWord: Whether a capital letter after a character begins a word.
    private static func variable(
        _ key: Key, _ prefix: String, endOfWord: (Character) -> Bool = { $0.isLowercase || $0.isNumber }
    ) -> String {
        var words = prefix + "_"
        for (index, character) in zip(key.rawValue.indices, key.rawValue) {
            if character.isUppercase, endOfWord(key.rawValue[key.rawValue.index(before: index)]) { words += "_" }
            words.append(character)
        }
        return words.uppercased()
    }

    /// A text; `nil` if it is not set.
    public func text(_ key: Key) async throws(ServiceError) -> String? {
        try await read(key, "a string") { try await reader.fetchString(forKey: ConfigKey([key.rawValue])) }
    }

    /// What `read` makes of a text; `nil` if it is not set.
    public func value<Value>(_ key: Key, _ read: (String) throws -> Value) async throws -> Value? {
        guard let text = try await text(key) else { return nil }
        return try checked(key) { try read(text) }
    }

    /// Does something with the value of a setting. An error then says which setting it is, and where it can be corrected, unless an
    /// option set it: that stands right before the sentence.
    public func checked<Value>(_ key: Key, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error where !options.contains(key) {
            let place = file.map { ", or \(key.rawValue) in \($0)" } ?? ""
            throw ServiceError(
                (error as? ServiceError)?.code ?? .configuration, "\(Self.variable(key, prefix))\(place): \(error)")
        }
    }

    /// Texts that the command line and the environment separate by commas.
    public func list(_ key: Key) async throws(ServiceError) -> [String] {
        let list = try await read(key, #"a list of strings, such as ["10.0.0.1"]"#) {
            try await reader.fetchStringArray(forKey: ConfigKey([key.rawValue]))
        }
        return (list ?? []).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// A number in a range.
    public func number(_ key: Key, _ range: ClosedRange<Int>) async throws(ServiceError) -> Int? {
        let number = try await read(key, "a whole number") {
            try await reader.fetchInt(forKey: ConfigKey([key.rawValue]))
        }
        if let number, !range.contains(number) {
            throw ServiceError(
                .configuration,
                "\(name(of: key)) must be \(range.lowerBound) to \(range.upperBound), not \(number)\(correction(of: key))."
            )
        }
        return number
    }

    /// A choice, `yes` or `no`; `nil` if it is not made.
    public func choice(_ key: Key) async throws(ServiceError) -> Bool? {
        switch try await text(key)?.lowercased() {
        case nil, "": nil
        case "yes", "true", "1": true
        case "no", "false", "0": false
        case let other?:
            throw ServiceError(
                .configuration, "\(name(of: key)) must be true or false, not “\(other)”\(correction(of: key)).")
        }
    }

    /// - Parameter expected: What the value has to be, for the message.
    private func read<Value>(
        _ key: Key, _ expected: String, _ value: () async throws -> Value?
    ) async throws(ServiceError) -> Value? {
        do {
            return try await value()
        } catch {
            throw ServiceError(.configuration, "\(name(of: key)) must be \(expected)\(correction(of: key)).")
        }
    }

    /// What a setting is called where it was set: `--session-idle-days`, or `sessionIdleDays`.
    private func name(of key: Key) -> String {
        guard options.contains(key) else { return key.rawValue }
        return "-" + Self.variable(key, "").lowercased().replacing("_", with: "-")
    }

    /// The part of a sentence that says where to correct a setting; empty for an option, which stands right before the sentence.
    private func correction(of key: Key) -> String {
        guard !options.contains(key) else { return "" }
        return "; correct it in \(file.map { "\($0) or " } ?? "")\(Self.variable(key, prefix))"
    }

    /// The largest file of settings, in bytes.
    private static var longestFile: Int { 1 << 20 }

    /// Refuses unknown names, and a name that stands there twice: such a slip would silently have no effect.
    private static func provider(_ path: String) throws(ServiceError) -> any ConfigProvider {
        let bytes: [UInt8]
        do {
            bytes = try Files.contents(of: path, limit: longestFile)
        } catch {
            throw ServiceError(.configuration, "The configuration \(path) can't be read: \(error.message)")
        }
        // Some editors write a byte order mark.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let document = JSONValue(reading: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)) else {
            throw ServiceError(.configuration, "The configuration \(path) is not valid JSON; correct it.")
        }
        guard case .object(let members) = document else {
            throw ServiceError(.configuration, "The configuration \(path) is not a JSON object; correct it.")
        }
        let known = Set(Key.allCases.map(\.rawValue))
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (name, value) in members {
            guard known.contains(name) else {
                throw ServiceError(
                    .configuration,
                    "The configuration \(path) has the unknown name “\(name)”; use one of \(known.sorted().joined(separator: ", "))."
                )
            }
            guard let content = ConfigContent(value) else {
                throw ServiceError(
                    .configuration,
                    "\(name) must be a string, a number, a boolean or a list of strings; correct it in \(path).")
            }
            let former = values.updateValue(ConfigValue(content, isSecret: false), forKey: [name])
            guard former == nil else {
                throw ServiceError(.configuration, "The configuration \(path) has “\(name)” twice; remove one of them.")
            }
        }
        return InMemoryProvider(values: values)
    }
}

extension ConfigContent {
    /// A value in the file of settings; `nil` if a setting can't have it.
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .bool(let value): self = .string(value ? "yes" : "no")
        case .integer(let number): self = .int(number)
        case .double(let number): self = Int(exactly: number).map { .int($0) } ?? .double(number)
        case .string(let text): self = .string(text)
        case .array(let elements):
            let texts = elements.compactMap(\.text)
            guard texts.count == elements.count else { return nil }
            self = .stringArray(texts)
        case .object, .null: return nil
        }
    }
}
