package import AppGroup

/// One change, as `launcher watch` writes it.
package struct ChangeLine {
    private let change: RegistryChange
    private let group: GroupID
    private let isOneOfSeveral: Bool

    /// - Parameters:
    ///   - group: The group that has changed.
    ///   - isOneOfSeveral: Whether other groups are watched, too, so that a setting does not say whose it is.
    package init(change: RegistryChange, group: GroupID, isOneOfSeveral: Bool = false) {
        self.change = change
        self.group = group
        self.isOneOfSeveral = isOneOfSeveral
    }

    /// The line, without a newline at its end.
    package func line(_ format: OutputFormat) -> String {
        var output = OutputBuffer()
        switch format {
        case .json: json.write(to: &output)
        case .tsv: output.write((["\(group)"] + words).map(SafeText.tsv).joined(separator: "\t"))
        case .table:
            output.write((words + place).filter { !$0.isEmpty }.map { SafeText($0).description }.joined(separator: " "))
        }
        return String(decoding: output.bytes, as: UTF8.self)
    }

    private var words: [String] {
        switch change {
        case .joined(let id): ["joined", "\(id)"]
        case .left(let id): ["left", "\(id)"]
        case .updated(let id): ["updated", "\(id)"]
        case .opened(let id): ["opened", "\(id)"]
        case .badge(let id, let badge): ["badge", "\(id)", "\(badge)"]
        case .field(let id, let key, let value): ["field", "\(id)", "\(key)", value?.description ?? ""]
        case .setting(let key, let value): ["setting", "", "\(key)", value?.description ?? ""]
        }
    }

    /// For people, who know the group of an app by its id.
    private var place: [String] {
        if case .setting = change, isOneOfSeveral { ["in", "\(group)"] } else { [] }
    }

    private var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("version", 1), ("group", JSONValue(text: group)), ("change", .string(words[0])),
        ]
        if let app = change.app { members.append(("id", JSONValue(text: app))) }
        switch change {
        case .joined, .left, .updated, .opened: break
        case .badge(_, let badge): members.append(("badge", .integer(Int(badge.value))))
        case .field(_, let key, let value), .setting(let key, let value):
            members += [("key", JSONValue(text: key)), ("value", value.map(JSONValue.init) ?? .null)]
        }
        return .object(members)
    }
}
