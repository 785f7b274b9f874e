import AppGroup
import AppGroupTerminal
import AppGroupWidget

extension WidgetCommand {
    /// The command that such plain words name, read without the parser, for the reason of ``ListCommand``: a prompt asks
    /// each time it is shown. `nil` for words that are for the parser.
    init?(plainly arguments: [String]) {
        var (group, size, order, format) = (String?.none, WidgetSize?.none, AppOrder?.none, WidgetFormat.text)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            switch option {
            case "--group": group = value
            case "--size":
                guard let named = WidgetSize(rawValue: value) else { return nil }
                size = named
            case "--order":
                guard let named = AppOrder(rawValue: value) else { return nil }
                order = named
            case "--format":
                guard let named = WidgetFormat(rawValue: value) else { return nil }
                format = named
            default: return nil
            }
        }
        self.init()
        self.group = GroupOptions()
        self.group.group = group
        self.size = size
        self.order = order
        self.format = format
        limit = nil
        badgeField = nil
        icons = .auto
        follow = false
        output = nil
    }
}
