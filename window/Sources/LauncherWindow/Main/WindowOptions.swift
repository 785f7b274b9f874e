import AppGroup
import AppGroupPlatform

/// The options of `launcher window`, whose help describes them.
struct WindowOptions {
    var choice: ShownGroups.Choice
    var search: String?
    var isOnce = false
    var isResident = false
    /// The token with which the compositor lets the window of another process come to the front.
    var activationToken: String?

    /// The options have the form `--NAME=VALUE` or `--NAME VALUE`.
    ///
    /// - Throws: ``Misuse`` for anything else, and `AppGroupError` for a group's name that is none.
    init(_ words: [String]) throws {
        var (group, order): (GroupID?, AppOrder?) = (nil, nil)
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws(Misuse) -> String {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw Misuse("\(word) needs a value. See launcher window --help")
                }
                return value
            }
            switch parts[0] {
            case "--group", "-g": group = try GroupID(try value())
            case "--order", "-o":
                let name = try value()
                order = AppOrder(rawValue: name)
                guard order != nil else { throw Misuse("“\(name)” is not an order. See launcher window --help") }
            case "--search", "-s": search = try value()
            case "--once" where parts.count == 1: isOnce = true
            case "--resident" where parts.count == 1: isResident = true
            case "--activation-token": activationToken = try value()
            default: throw Misuse("launcher-window does not know “\(word)”. See launcher window --help")
            }
        }
        choice = ShownGroups.Choice(group: group, order: order)
    }

    /// Adds what the environment says: the window may belong to another process, with another environment.
    /// The folder of groups is the same there.
    mutating func complete(from environment: ProcessEnvironment) throws {
        if choice.group == nil, let name = environment["APP_GROUP"] {
            choice = ShownGroups.Choice(group: try GroupID(name), order: choice.order)
        }
        activationToken =
            activationToken ?? environment["XDG_ACTIVATION_TOKEN"] ?? environment["DESKTOP_STARTUP_ID"]
    }

    /// The arguments that mean the same in another process.
    var words: [String] {
        var words: [String] = []
        if let group = choice.group { words.append("--group=\(group)") }
        if let order = choice.order { words.append("--order=\(order.rawValue)") }
        if let search { words.append("--search=\(search)") }
        if isOnce { words.append("--once") }
        if isResident { words.append("--resident") }
        if let activationToken { words.append("--activation-token=\(activationToken)") }
        return words
    }
}

/// A mistake in how the program was called.
struct Misuse: ReportableError {
    let description: String
    var exitStatus: AppExitStatus { .usage }

    init(_ description: String) { self.description = description }
}
