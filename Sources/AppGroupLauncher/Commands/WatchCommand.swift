import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "watch", "Print a line for each change in the group, until interrupted.")

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "The format of the output; each prints one line for each change.")
    var format = OutputFormat.table

    func run() throws {
        let registries = try group.registries()
        guard !registries.isEmpty else {
            throw Misuse("There is no group on this machine yet. Name the group to wait for: --group com.example.tools")
        }
        _ = try group.reading(registries) { try $0.apps() }
        // Without tasks: from the first one on, something would wake once a second.
        var changes = WatchedChanges(try GroupWatch(group.named()))
        while true {
            for (group, change) in changes.next() {
                Session.current.printLine(ChangeLine(change: change, group: group).line(format))
            }
        }
    }
}

/// One change, as `launcher watch` writes it.
struct ChangeLine {
    let change: RegistryChange
    let group: GroupID

    func line(_ format: OutputFormat) -> String {
        var output = OutputBuffer()
        switch format {
        case .json: json.write(to: &output)
        case .tsv: output.write((["\(group)"] + words).map(SafeText.tsv).joined(separator: "\t"))
        case .table: output.write(words.filter { !$0.isEmpty }.map { SafeText($0).description }.joined(separator: " "))
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

    private var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("version", 1), ("group", JSONValue(text: group)), ("change", .string(words[0])),
        ]
        switch change {
        case .joined(let id), .left(let id), .updated(let id), .opened(let id):
            members.append(("id", JSONValue(text: id)))
        case .badge(let id, let badge): members += [("id", JSONValue(text: id)), ("badge", .integer(Int(badge.value)))]
        case .field(let id, let key, let value):
            members += [
                ("id", JSONValue(text: id)), ("key", JSONValue(text: key)),
                ("value", value.map(JSONValue.init) ?? .null),
            ]
        case .setting(let key, let value):
            members += [("key", JSONValue(text: key)), ("value", value.map(JSONValue.init) ?? .null)]
        }
        return .object(members)
    }
}
