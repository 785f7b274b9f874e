import AppGroup
import AppGroupCommands

/// An app's actions as given on the command line: `--action newest=inbox://newest --action-name newest=Newest`.
struct ActionArguments {
    let urls: [String]
    let names: [String]
    let icons: [String]

    /// The actions, in the order of their URLs.
    func actions() throws -> [AppAction] {
        let urls = try urls.map { try Self.assignment($0, "--action newest=inbox://newest") }
        let names = try values(names, "--action-name newest=Newest")
        let icons = try values(icons, "--action-icon newest=mail-unread")
        let known = Set(urls.map(\.id))
        if let unknown = (Array(names.keys) + icons.keys).first(where: { !known.contains($0) }) {
            throw Misuse("The action “\(unknown)” has no URL; give it one: --action \(unknown)=URL")
        }
        return try urls.map { id, url in
            AppAction(
                id: id, name: try AppName(names[id] ?? id.spoken), icon: try icons[id].map { try IconName($0) },
                url: try AppURL(url))
        }
    }

    private func values(_ texts: [String], _ example: String) throws -> [ActionID: String] {
        var values: [ActionID: String] = [:]
        for text in texts {
            let (id, value) = try Self.assignment(text, example)
            guard values.updateValue(value, forKey: id) == nil else {
                throw Misuse("“\(text)” is a second value for “\(id)”; give only one.")
            }
        }
        return values
    }

    private static func assignment(_ text: String, _ example: String) throws -> (id: ActionID, value: String) {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw Misuse("“\(text)” is not of the form ID=VALUE; write it like \(example)")
        }
        return (try ActionID(String(text[..<sign])), String(text[text.utf8.index(after: sign)...]))
    }
}

extension ActionID {
    /// The id as a name to show: `New message` for `new-message`.
    fileprivate var spoken: String {
        let words = String(description.map { $0 == "-" ? " " : $0 })
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
