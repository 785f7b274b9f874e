import ToolDatabase

/// The fund that a subject names, such as `[Equity 500] Q3`.
enum SubjectTag {
    /// What mail programs put before the subject of an answer or of mail that is passed on, folded.
    private static let prefixes: Set<String> = [
        "re", "fw", "fwd", "aw", "wg", "sv", "vs", "vb", "antw", "antwort", "odp", "pd", "rif", "ri", "i", "r", "tr",
        "rv",
        "res", "enc", "ynt", "ilt", "doorst", "на", "ha", "отв", "ответ", "пересл", "回复", "回覆", "答复", "转发", "轉寄", "返信",
        "転送",
        "답장", "전달",
    ]

    /// The most tags and prefixes that are looked at.
    private static let limit = 20

    /// The fund whose name is in brackets at the beginning of a subject, whatever the case of its letters. Prefixes such as `Re:`,
    /// and other words in brackets such as `[EXTERNAL]`, may come before it. Of several names that fit, the longest counts, since
    /// a name can contain brackets itself.
    static func fund(in subject: String, among funds: [Fund]) -> Fund? {
        let names = funds.map { (fund: $0, name: $0.name.folded) }
        var rest = subject.folded[...]
        for _ in 0..<limit {
            rest = withoutPrefixes(rest)
            guard rest.first == "[" else { return nil }
            let tag = rest.dropFirst().drop(while: \.isWhitespace)
            let fitting = names.filter { fund in
                tag.hasPrefix(fund.name) && tag.dropFirst(fund.name.count).drop(while: \.isWhitespace).first == "]"
            }
            let longest = fitting.map(\.name.count).max()
            let best = fitting.filter { $0.name.count == longest }.map(\.fund)
            // Two names that are folded alike may come from two devices: then the one that is written in the subject counts.
            if let fund = best.first(where: { subject.contains("[\($0.name)") }) ?? best.first { return fund }
            guard let end = tag.firstIndex(of: "]") else { return nil }
            rest = tag[tag.index(after: end)...]
        }
        return nil
    }

    private static func withoutPrefixes(_ subject: Substring) -> Substring {
        var rest = subject.drop(while: \.isWhitespace)
        for _ in 0..<limit {
            guard let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return rest }
            var word = rest[..<colon]
            while word.last?.isWhitespace == true { word.removeLast() }
            // Some programs count: `Re[2]:`, `Re(2):`, `Re^2:`.
            if let last = word.last, last == "]" || last == ")" || last.isNumber {
                word = word.prefix { !"[(^".contains($0) && !$0.isNumber }
            }
            guard prefixes.contains(String(word)) else { return rest }
            rest = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
        }
        return rest
    }
}
