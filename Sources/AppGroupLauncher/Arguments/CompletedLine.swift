import AppGroup
import AppGroupCommands

/// A command line in which one word is being completed.
struct CompletedLine {
    /// The beginning of that word.
    let typed: String
    /// The group that `--group` names; `nil` if it does not.
    private(set) var group: String?
    /// The words before the completed one that are neither options nor values of `--group` or `--type`: the program, the command,
    /// its arguments.
    private(set) var words: [String] = []

    /// - Parameters:
    ///   - line: All words, as they were typed.
    ///   - place: The place of the completed word among them.
    ///   - typed: The beginning of that word.
    init(_ line: [String], place: Int, typed: String) {
        self.typed = CompletionWord.unquoted(typed)
        var rest = line.enumerated().map { (isBefore: $0 < place, isCompleted: $0 == place, text: $1) }[...]
        while let word = rest.popFirst() {
            if word.isCompleted { continue }
            if ["--group", "-g", "--type"].contains(word.text) {
                // bash separates an equals sign from the words on both sides.
                if rest.first?.text == "=" { rest.removeFirst() }
                guard let value = rest.first, !value.isCompleted else { continue }
                if word.text != "--type" { group = CompletionWord.unquoted(value.text) }
                rest.removeFirst()
            } else if word.text.hasPrefix("--group=") {
                group = CompletionWord.unquoted(String(word.text.dropFirst("--group=".count)))
            } else if word.isBefore, !word.text.hasPrefix("-") {
                words.append(CompletionWord.unquoted(word.text))
            }
        }
    }

    /// The registries of the group, or of all; empty if there is no such group.
    var registries: [Registry] { (try? GroupOptions.registries(named: group)) ?? [] }

    /// Of each of several lists of words that mean the same, the first word that begins as typed. It is spelled as typed,
    /// because commands ignore the case of letters, but bash and zsh offer only words that begin exactly so.
    func candidates(_ synonyms: [[String]]) -> [String] {
        synonyms.compactMap { words in words.lazy.compactMap { CompletionWord.spelled($0, as: typed) }.first }
    }
}
