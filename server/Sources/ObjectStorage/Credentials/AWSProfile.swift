import AppGroupPlatform
import Serving

/// The settings of one profile in the configuration and the credentials of AWS's tools, `~/.aws/config` and `~/.aws/credentials`
/// ("Configuration and credential file settings" in the AWS CLI user guide).
struct AWSProfile: Sendable {
    /// Its name: `AWS_PROFILE`, or `default`.
    let name: String
    /// The file with the credentials.
    let credentialsPath: String
    private let settings: [String: String]
    /// Whether the profile was chosen by its name.
    let isChosen: Bool
    /// Whether one of the files has it.
    let exists: Bool

    /// Reads the files. A file that is not there has no settings.
    ///
    /// - Throws: ``ObjectError`` if a file is there and cannot be read.
    init(_ environment: [String: String]) throws(ObjectError) {
        let chosen = environment.nonempty("AWS_PROFILE") ?? environment.nonempty("AWS_DEFAULT_PROFILE")
        (name, isChosen) = (chosen ?? "default", chosen != nil)
        let home = environment.nonempty("HOME").map { "\($0)/.aws" }
        let credentials = environment.nonempty("AWS_SHARED_CREDENTIALS_FILE") ?? home.map { "\($0)/credentials" }
        let configuration = environment.nonempty("AWS_CONFIG_FILE") ?? home.map { "\($0)/config" }
        credentialsPath = credentials ?? "~/.aws/credentials"
        let title = name == "default" ? "default" : "profile \(name)"
        let configured = try Self.section(title, of: configuration)
        let secret = try Self.section(name, of: credentials)
        exists = configured != nil || secret != nil
        settings = (configured ?? [:]).merging(secret ?? [:]) { $1 }
    }

    /// A setting; `nil` if it is not there or empty.
    subscript(name: String) -> String? { settings.nonempty(name) }

    /// The settings of one section; `nil` if the file has no such section.
    private static func section(_ title: String, of path: String?) throws(ObjectError) -> [String: String]? {
        guard let path else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try Files.contents(of: path, limit: 1 << 20)
        } catch {
            if error == .notFound { return nil }
            throw ObjectError(.credentials, "\(path) can't be read: \(error.message); correct its permissions.")
        }
        return section(title, in: String(decoding: bytes, as: UTF8.self))
    }

    /// Reads lines such as `[profile deploy]` and `region = eu-central-1`. Lines that are indented belong to nested settings,
    /// which are passed over, and `#` or `;` begins a comment.
    static func section(_ title: String, in text: String) -> [String: String]? {
        var settings: [String: String]?
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, !"#; \t".contains(first) else { continue }
            if first == "[" {
                let words = line.dropFirst().prefix { $0 != "]" }.split { $0 == " " || $0 == "\t" }
                isInside = words.joined(separator: " ").filter { $0 != "\"" } == title
                if isInside { settings = settings ?? [:] }
            } else if isInside, let sign = line.firstIndex(of: "=") {
                let name = line[..<sign].trimmed.lowercased()
                let value = line[line.index(after: sign)...]
                let comment = value.firstRange(of: " #") ?? value.firstRange(of: " ;")
                settings?[name] = String(value[..<(comment?.lowerBound ?? value.endIndex)].trimmed)
            }
        }
        return settings
    }
}

extension ObjectSettings {
    /// The region: the setting, or the environment's, or the profile's, or that of servers which have none.
    func foundRegion() throws -> String {
        if let region { return region }
        for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
            if let region = environment.nonempty(name) { return region }
        }
        return try AWSProfile(environment)["region"] ?? "us-east-1"
    }
}
