import AppGroupTerminal
import AppPackage

/// One line that says how far something is, in as many columns as there are.
struct ProgressText {
    let name: String
    let done: UInt64
    let total: UInt64
    let bytesPerSecond: Double?
    let secondsLeft: Int?

    /// The fewest columns for the name before something else is left out.
    private static let leastName = 8
    /// The fewest columns that a bar is drawn in.
    private static let leastBar = 10
    private static let mostBar = 30

    /// The line, which is never wider than that and holds nothing that a terminal would obey.
    ///
    /// - Parameter nameColumns: What the widest name of several lines takes, so that their bars begin below one another.
    func line(columns: Int, nameColumns: Int = 0) -> String {
        // One column less: some terminals begin a new line once the last one is filled.
        let width = max(0, columns - 1)
        let figures = variants.first { $0.count + 2 + Self.leastName <= width } ?? ""
        let room = width - figures.count - (figures.isEmpty ? 0 : 2)
        let name = SafeText(name).truncated(to: max(0, room))
        let rest = room - max(name.width, nameColumns)
        guard !figures.isEmpty, rest >= Self.leastBar + 2 else {
            return "\(name)" + String(repeating: " ", count: max(0, room - name.width) + (figures.isEmpty ? 0 : 2))
                + figures
        }
        let indent = String(repeating: " ", count: room - name.width - rest + 2)
        let bar = min(Self.mostBar, rest - 2)
        let filled = total == 0 ? 0 : Int(Double(bar) * Double(min(done, total)) / Double(total))
        let drawn = String(repeating: "█", count: filled) + String(repeating: "░", count: bar - filled)
        return "\(name)\(indent)\(drawn)\(String(repeating: " ", count: rest - bar - 2))  \(figures)"
    }

    /// The figures, the fullest first.
    private var variants: [String] {
        let rate = bytesPerSecond.map { "\(ByteCount(UInt64(min($0, 1e15))))/s" } ?? ""
        let amount = "\(ByteCount(done)) of \(ByteCount(total))"
        let percent = "\(total == 0 ? 100 : Int(Double(min(done, total)) / Double(total) * 100)) %"
        let left = secondsLeft.map(Self.time) ?? ""
        func joined(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: "  ") }
        return [
            joined(amount, rate, left.isEmpty ? "" : "\(left) left"), joined(amount, rate, left),
            joined(percent, rate, left),
            joined(percent, left), percent,
        ]
    }

    /// Minutes and seconds, with hours where there are any.
    static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
