import AppGroupText
import AppGroupWindow

/// The output of a command of `launcher` with `--progress json` (see docs/json.md), and its errors.
struct JobReport: Sendable {
    /// How a command ended.
    struct End: Sendable {
        /// Why it failed; `nil` if it did not.
        let sentence: String?
        /// The server whose login has ended, if that is why.
        let login: String?
    }

    private(set) var progress: TileProgress
    /// `nil` until the last line.
    private(set) var end: End?
    /// The last line that is no report, such as an error; empty if there is none.
    private(set) var remark = ""

    init(_ progress: TileProgress) { self.progress = progress }

    /// Takes the next line.
    mutating func take(_ line: String) {
        guard let document = JSONValue(reading: line.utf8), let phase = document["phase"]?.text else {
            if !line.isEmpty { remark = line }
            return
        }
        switch phase {
        case "download":
            guard let done = document["done"]?.integer, let total = document["total"]?.integer, total > 0 else {
                return
            }
            progress.advance(to: Double(done) / Double(total), "Downloading")
        case "install": progress.advance(to: 1, "Installing…")
        case "end": end = End(sentence: document["sentence"]?.text, login: document["login"]?.text)
        default: break
        }
    }
}
