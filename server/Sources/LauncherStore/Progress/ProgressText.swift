import AppGroupText
import AppPackage

/// One line that shows how far something is, fitted to the terminal's width.
struct ProgressText {
    let name: String
    let done: UInt64
    let total: UInt64
    let bytesPerSecond: Double?
    let secondsLeft: Int?

    /// If the name had fewer columns than this, figures are left out instead.
    private static let leastName = 8
    /// The narrowest bar, in columns.
    private static let leastBar = 10
    private static let mostBar = 30

    /// The line, which is narrower than `columns` and contains no control characters.
    ///
    /// - Parameter nameColumns: The width of the widest name of several lines, so that their bars are aligned.
    func line(columns: Int, nameColumns: Int = 0) -> String {
        // One column less, since some terminals begin a new line when the last column is filled.
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

    /// The figures, the most detailed first.
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

    /// Minutes and seconds, with hours if there are any.
    static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}

/// How fast data arrives, measured over the last few seconds.
struct TransferRate {
    private var samples: [(moment: ContinuousClock.Instant, bytes: UInt64)] = []

    /// The length of time that is measured.
    private static let window = Duration.seconds(5)
    private static let mostSamples = 64

    /// Notes how many bytes have arrived in all.
    mutating func note(_ bytes: UInt64, at now: ContinuousClock.Instant) {
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append((now, bytes))
        let old = samples.prefix { now - $0.moment > Self.window }.count
        samples.removeFirst(max(min(old, samples.count - 2), samples.count - Self.mostSamples, 0))
    }

    /// Bytes per second; `nil` until there is enough to measure.
    var bytesPerSecond: Double? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let time = (last.moment - first.moment) / .seconds(1)
        return time >= 0.3 && last.bytes > first.bytes ? Double(last.bytes - first.bytes) / time : nil
    }

    /// Seconds until `bytes` more have arrived, at most a hundred hours; `nil` until there is enough to measure.
    func secondsLeft(for bytes: UInt64) -> Int? {
        bytesPerSecond.map { Int(min(Double(bytes) / $0, 359_999)) }
    }
}
