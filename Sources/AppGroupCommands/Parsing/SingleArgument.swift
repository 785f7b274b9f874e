/// One argument that may begin with a hyphen, such as `-1`, which ArgumentParser takes for an option unless an argument
/// collects everything that is unrecognised.
public enum SingleArgument {
    /// The one word that was collected.
    ///
    /// - Parameters:
    ///   - collected: What an argument with `parsing: .allUnrecognized` holds; a leading `--` is no part of it.
    ///   - name: What the help calls the argument.
    /// - Throws: ``Misuse`` where there are more words than one, or none.
    public static func value(of collected: [String], named name: String) throws -> String {
        let words = collected.first == "--" ? Array(collected.dropFirst()) : collected
        guard words.count == 1 else {
            throw Misuse(
                "Give one \(name), not \(words.count): “\(words.joined(separator: " "))”. Quote one that has spaces.")
        }
        return words[0]
    }

    /// The one word that was collected, as a whole number of 64 bits.
    ///
    /// - Parameters:
    ///   - collected: What an argument with `parsing: .allUnrecognized` holds; a leading `--` is no part of it.
    ///   - name: What the help calls the argument.
    /// - Throws: ``Misuse`` where there are more words than one or none, or where the word is no such number.
    public static func integer(of collected: [String], named name: String) throws -> Int64 {
        let text = try value(of: collected, named: name)
        guard let number = Int64(text) else { throw Misuse("\(name) is “\(text)”; it must be a whole number.") }
        return number
    }
}
