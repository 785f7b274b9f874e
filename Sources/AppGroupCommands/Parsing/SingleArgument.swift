public import AppGroupText
public import ArgumentParser

/// A single argument that may begin with a hyphen, such as `-1`. ArgumentParser takes it for an option, unless an
/// argument collects everything that is not recognized.
public enum SingleArgument {
    /// The one word that was collected.
    ///
    /// - Parameters:
    ///   - collected: The value of an argument with `parsing: .allUnrecognized`; a leading `--` is ignored.
    ///   - name: The argument's name in the help.
    /// - Throws: ``Misuse`` unless there is exactly one word.
    public static func value(of collected: [String], named name: String) throws -> String {
        try only(collected, name, advice: " Quote it if it has spaces.")
    }

    /// The one word that was collected, as a whole number of 64 bits.
    ///
    /// - Parameters:
    ///   - collected: The value of an argument with `parsing: .allUnrecognized`; a leading `--` is ignored.
    ///   - name: The argument's name in the help.
    /// - Throws: ``Misuse`` unless there is exactly one word, and it is such a number.
    public static func integer(of collected: [String], named name: String) throws -> Int64 {
        let text = try only(collected, name, advice: "")
        guard let number = Int64(text) else {
            throw Misuse(
                "The \(name) is “\(text)”; it must "
                    + (isWholeNumber(text) ? "fit in 64 bits." : "be a whole number."))
        }
        return number
    }

    /// Whether a text is a whole number of any length, perhaps with a sign.
    package static func isWholeNumber(_ text: String) -> Bool {
        let hasSign = text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
        let digits = text.utf8.dropFirst(hasSign ? 1 : 0)
        return !digits.isEmpty && digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    private static func only(_ collected: [String], _ name: String, advice: String) throws -> String {
        let words = collected.first == "--" ? Array(collected.dropFirst()) : collected
        guard words.count == 1 else {
            throw Misuse("Give one \(name), not \(words.count): “\(words.joined(separator: " "))”.\(advice)")
        }
        return words[0]
    }
}

extension OutputFormat: ExpressibleByArgument {}
