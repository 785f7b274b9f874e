/// What something answers to while a person types, without case.
package struct SearchTerms: Sendable {
    private let id: String
    /// The name, the last segment of the identifier, and the schemes. All identifiers of a family begin alike, so that to
    /// begin with what was typed says nothing of them.
    private let texts: [String]
    private let words: [[Character]]
    /// The letters in which a fuzzy answer is looked for.
    private let letters: [[Character]]

    private init(id: String, names: [String], further: [String]) {
        self.id = id
        texts = names + further
        words = texts.flatMap { text in text.split { !$0.isLetter && !$0.isNumber }.map(Array.init) }
        letters = names.map(Array.init)
    }

    /// What an app answers to: its name, identifier, last segment of that, and schemes.
    package init(_ app: FamilyApp) {
        let id = app.id.folded
        let segment = id.split(separator: ".").last.map(String.init) ?? id
        self.init(
            id: id, names: [app.name.description.lowercased(), segment], further: app.schemes.map(\.description))
    }

    /// What an action of an app answers to: its name, alone and after the app's, and its identifier, alone and after the
    /// app's.
    package init(_ action: AppAction, of app: FamilyApp) {
        let (name, id) = ("\(action.name)".lowercased(), "\(action.id)".lowercased())
        self.init(
            id: "\(app.id.folded)#\(id)", names: ["\(app.name): ".lowercased() + name], further: [name, id])
    }

    /// What a person typed.
    struct Wanted {
        fileprivate let whole: String
        fileprivate let words: [[Character]]
        fileprivate let letters: [Character]

        init(_ text: String) {
            let parts = text.lowercased().split(whereSeparator: \.isWhitespace)
            whole = parts.joined(separator: " ")
            words = parts.map(Array.init)
            letters = words.flatMap(\.self)
        }

        var isEmpty: Bool { letters.isEmpty }
    }

    /// How well this answers; `nil` where it does not, and for nothing typed.
    func tier(for wanted: Wanted) -> AppSearch.Tier? {
        if wanted.isEmpty { return nil }
        if id == wanted.whole || texts.contains(wanted.whole) { return .exact }
        if texts.contains(where: { $0.hasPrefix(wanted.whole) }) { return .prefix }
        if wanted.words.allSatisfy({ part in words.contains { $0.starts(with: part) } }) { return .word }
        return letters.contains { Self.holds($0, wanted.letters) } ? .fuzzy : nil
    }

    private static func holds(_ text: [Character], _ letters: [Character]) -> Bool {
        var rest = letters[...]
        for character in text where character == rest.first {
            rest.removeFirst()
        }
        return rest.isEmpty
    }
}
