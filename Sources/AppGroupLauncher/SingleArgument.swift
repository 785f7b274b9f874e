/// One argument that may begin with a hyphen, such as `-1`, which ArgumentParser takes for an option unless an argument
/// collects everything that is unrecognised.
enum SingleArgument {
    static func value(of collected: [String], named name: String) throws -> String {
        let words = collected.first == "--" ? Array(collected.dropFirst()) : collected
        guard words.count == 1 else {
            throw Usage(
                "Give one \(name), not \(words.count): “\(words.joined(separator: " "))”. Quote one that has spaces.")
        }
        return words[0]
    }

    static func integer(of collected: [String], named name: String) throws -> Int64 {
        let text = try value(of: collected, named: name)
        guard let number = Int64(text) else { throw Usage("\(name) is “\(text)”; it must be a whole number.") }
        return number
    }
}
