import AppGroup
import AppGroupPlatform
import DesktopBus

/// KRunner's way to ask (develop.kde.org, “Writing a KRunner plugin”, and `src/data/org.kde.krunner1.xml` of the framework
/// KRunner).
enum KRunnerSearch {
    static let interface = "org.kde.krunner1"

    static let description = """
          <interface name="\(interface)">
            <method name="Actions"><arg type="a(sss)" name="actions" direction="out"/></method>
            <method name="Match">
              <arg type="s" name="query" direction="in"/><arg type="a(sssida{sv})" name="matches" direction="out"/>
            </method>
            <method name="Run">
              <arg type="s" name="matchId" direction="in"/><arg type="s" name="actionId" direction="in"/>
            </method>
            <method name="Teardown"/>
          </interface>
        """

    /// The most matches, because KRunner takes all of them with their icons but shows only a few.
    private static let matchLimit = 50

    /// Answers a call.
    ///
    /// - Returns: Whether it was one of this interface.
    static func answer(
        _ call: BusMessage, _ index: inout GroupIndex, _ opener: ItemOpener
    ) throws(SystemError) -> Bool {
        if call.isCall(of: "Match", interface) {
            guard call.hasTypes("s"), let text = call.text() else { return try refuse(call, "s") }
            let matches = index.items(for: text).prefix(matchLimit).map { (index.result($0.item), $0.tier) }
            try reply(to: call, with: matches)
        } else if call.isCall(of: "Run", interface) {
            guard call.hasTypes("ss"), let id = call.text() else { return try refuse(call, "ss") }
            opener.open(index.target(of: id))
            try call.reply()
        } else if call.isCall(of: "Actions", interface) {
            // An app's actions are matches of their own.
            try call.reply { (answer) throws(SystemError) in try answer.append(arrayOf: "(sss)") {} }
        } else if call.isCall(of: "Teardown", interface) {
            try call.reply()
        } else {
            return false
        }
        return true
    }

    private static func refuse(_ call: BusMessage, _ types: String) throws(SystemError) -> Bool {
        try call.refuseArguments("This method takes arguments of the types (\(types)).")
        return true
    }

    private static func reply(
        to call: BusMessage, with matches: [(result: SearchResult, tier: AppSearch.Tier)]
    ) throws(SystemError) {
        try call.reply { (answer) throws(SystemError) in
            try answer.append(arrayOf: "(sssida{sv})") { () throws(SystemError) in
                for (place, match) in matches.enumerated() {
                    try answer.append(structureOf: "sssida{sv}") { () throws(SystemError) in
                        try append(match.result, match.tier, place, to: answer)
                    }
                }
            }
        }
    }

    private static func append(
        _ result: SearchResult, _ tier: AppSearch.Tier, _ place: Int, to answer: BusMessage
    ) throws(SystemError) {
        try answer.append(result.id)
        try answer.append(result.name)
        try answer.append(result.icon.description)
        try answer.append(tier.matchType)
        // KRunner sorts by this number, so that it must fall from one match to the next.
        try answer.append(tier.relevance - Double(place) / 1000)
        try answer.append(arrayOf: "{sv}") { () throws(SystemError) in
            if let description = result.description { try answer.append(property: "subtext", description) }
        }
    }
}

extension AppSearch.Tier {
    /// `QueryMatch::Type`: exact, possible or completion. KRunner sorts by it first.
    fileprivate var matchType: Int32 {
        switch self {
        case .exact: 100
        case .prefix, .word: 30
        case .fuzzy: 10
        }
    }

    /// How much a match matters, 0 to 1.
    fileprivate var relevance: Double {
        switch self {
        case .exact: 1
        case .prefix: 0.9
        case .word: 0.7
        case .fuzzy: 0.5
        }
    }
}
