import AppGroupPlatform
import DesktopBus

/// GNOME Shell's way to ask (its `data/dbus-interfaces/org.gnome.ShellSearchProvider2.xml`; developer.gnome.org, “Writing a
/// Search Provider”).
enum GnomeSearch {
    static let interface = "org.gnome.Shell.SearchProvider2"

    static let description = """
          <interface name="\(interface)">
            <method name="GetInitialResultSet">
              <arg type="as" name="terms" direction="in"/><arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetSubsearchResultSet">
              <arg type="as" name="previous_results" direction="in"/><arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetResultMetas">
              <arg type="as" name="identifiers" direction="in"/><arg type="aa{sv}" name="metas" direction="out"/>
            </method>
            <method name="ActivateResult">
              <arg type="s" name="identifier" direction="in"/><arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
            <method name="LaunchSearch">
              <arg type="as" name="terms" direction="in"/><arg type="u" name="timestamp" direction="in"/>
            </method>
          </interface>
        """

    /// The most bytes of identifiers in one question of the shell about its results.
    private static let identifierLimit = 1 << 20

    /// Answers a call.
    ///
    /// - Returns: Whether it was one of this interface.
    static func answer(
        _ call: BusMessage, _ index: inout GroupIndex, _ opener: ItemOpener
    ) throws(SystemError) -> Bool {
        if call.isCall(of: "GetInitialResultSet", interface) {
            guard call.hasTypes("as") else { return try refuse(call, "as") }
            try reply(to: call, &index)
        } else if call.isCall(of: "GetSubsearchResultSet", interface) {
            guard call.hasTypes("asas") else { return try refuse(call, "asas") }
            // Results are found as quickly among all items, and the order is then right.
            _ = call.texts(limit: .max)
            try reply(to: call, &index)
        } else if call.isCall(of: "GetResultMetas", interface) {
            guard call.hasTypes("as"), let ids = call.texts(limit: identifierLimit) else {
                return try refuse(call, "as")
            }
            try reply(to: call, withMetasOf: ids, &index)
        } else if call.isCall(of: "ActivateResult", interface) {
            guard call.hasTypes("sasu"), let id = call.text() else { return try refuse(call, "sasu") }
            opener.open(index.target(of: id))
            try call.reply()
        } else if call.isCall(of: "LaunchSearch", interface) {
            guard call.hasTypes("asu") else { return try refuse(call, "asu") }
            opener.showSearch(for: typed(call) ?? "")
            try call.reply()
        } else {
            return false
        }
        return true
    }

    private static func refuse(_ call: BusMessage, _ types: String) throws(SystemError) -> Bool {
        try call.refuseArguments(
            "This method takes arguments of the types (\(types)), of limited length and without noncharacters.")
        return true
    }

    /// The text that the user typed: the shell sends it word by word. `nil` if it is too long to mean anything.
    private static func typed(_ call: BusMessage) -> String? {
        call.texts(limit: GroupIndex.textLimit)?.joined(separator: " ")
    }

    private static func reply(to call: BusMessage, _ index: inout GroupIndex) throws(SystemError) {
        let items = typed(call).map { index.items(for: $0) } ?? []
        try call.reply { (answer) throws(SystemError) in
            try answer.append(arrayOf: "s") { () throws(SystemError) in
                for item in items { try answer.append("\(item.item.token)") }
            }
        }
    }

    /// Tells about each identifier: if one were left out, the shell would show no result at all.
    private static func reply(
        to call: BusMessage, withMetasOf ids: [String], _ index: inout GroupIndex
    ) throws(SystemError) {
        let results = index.results(ids)
        try call.reply { (answer) throws(SystemError) in
            try answer.append(arrayOf: "a{sv}") { () throws(SystemError) in
                for result in results {
                    try answer.append(arrayOf: "{sv}") { () throws(SystemError) in try append(result, to: answer) }
                }
            }
        }
    }

    private static func append(_ result: SearchResult, to answer: BusMessage) throws(SystemError) {
        try answer.append(property: "id", result.id)
        try answer.append(property: "name", result.name)
        if let description = result.description { try answer.append(property: "description", description) }
        try answer.append(property: "gicon", result.icon.serialized)
    }
}

extension SearchResult.Icon {
    /// The icon as `g_icon_to_string` writes it.
    fileprivate var serialized: String {
        switch self {
        case .file(let path): path
        // With a name for themes that lack the first one. Names have no spaces.
        case .named(let name): name == Self.fallback ? name : ". GThemedIcon \(name) \(Self.fallback)"
        }
    }
}
