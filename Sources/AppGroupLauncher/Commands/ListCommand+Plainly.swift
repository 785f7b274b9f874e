import AppGroup
import AppGroupTerminal

extension ListCommand {
    /// The command that such plain words name, read without the parser, which takes as long as all the rest of a list: it
    /// looks the types of its options up in all the types that there are. `nil` for words that are for the parser.
    init?(plainly arguments: [String]) {
        var (group, order, format, all) = (String?.none, AppOrder?.none, OutputFormat.table, false)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--all" {
                all = true
                continue
            }
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            switch option {
            case "--group": group = value
            case "--order":
                guard let named = AppOrder(rawValue: value) else { return nil }
                order = named
            case "--format":
                guard let named = OutputFormat(rawValue: value) else { return nil }
                format = named
            default: return nil
            }
        }
        self.init()
        self.group = GroupOptions()
        self.group.group = group
        self.order = order
        explain = false
        self.all = all
        limit = nil
        available = false
        excludeCurrent = false
        self.format = format
    }
}
