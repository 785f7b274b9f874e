/// Finds the words that a user who mistyped one may have meant.
package enum SimilarWords {
    /// `Did you mean “open” or “pin”? `, with a space at the end; empty if no word is near.
    ///
    /// - Parameter known: The known words.
    package static func question(_ word: String, in known: [String]) -> String {
        question(word, in: Dictionary(known.map { ($0, $0) }) { first, _ in first })
    }

    /// The same question. Each known word has the word that is suggested for it.
    package static func question(_ word: String, in known: [String: String]) -> String {
        question(whether: Set(of(word, in: known.keys).map { known[$0] ?? $0 }).sorted())
    }

    /// The same question about words that were found in another way.
    static func question(whether words: [String]) -> String {
        words.isEmpty ? "" : "Did you mean \(words.map { "“\($0)”" }.joined(separator: " or "))? "
    }

    /// The known words nearest to `word`, at most three, in alphabetical order.
    ///
    /// A word is near if it differs in one letter for every three that were typed, and in at least one. Identifiers of a
    /// group begin alike, so they are near only if they differ in at most two letters. If no word is near, the words that
    /// begin with what was typed are taken.
    static func of(_ word: String, in known: some Sequence<String>) -> [String] {
        let typed = Array(word.lowercased())
        guard typed.count > 1, typed.count <= 64 else { return [] }
        let words = Set(known)
        let most = typed.contains(".") ? 2 : max(1, typed.count / 3)
        var (nearest, found) = (most, [String]())
        for word in words where abs(word.count - typed.count) <= nearest {
            let distance = distance(typed, Array(word))
            if distance < nearest { found = [] }
            if distance <= nearest {
                nearest = distance
                found.append(word)
            }
        }
        if found.isEmpty { found = words.filter { $0.hasPrefix(word.lowercased()) } }
        return found.count > 3 ? [] : found.sorted()
    }

    /// The number of letters that have to be inserted, deleted, replaced, or swapped with their neighbor to make one word of the
    /// other: the optimal string alignment distance.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
