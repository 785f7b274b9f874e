import AppGroupText
import RemoteFiles
import Synchronization

/// How far several files are, on one line of a terminal. Without a terminal, only the end of each is printed.
final class TransferProgress: Sendable {
    private struct Line {
        var states: [TransferState]
        var isShown = false
        var last: ContinuousClock.Instant?
    }

    private let names: [String]
    private let verb: String
    private let columns: Int?
    private let line: Mutex<Line>

    /// The shortest time between two drawings.
    private static let interval = Duration.milliseconds(100)

    /// - Parameters:
    ///   - names: The names of the files.
    ///   - verb: What is done with them, such as `fetched`.
    ///   - columns: How wide the terminal is; nil if there is none.
    init(_ names: [String], _ verb: String, columns: Int?) {
        (self.names, self.verb, self.columns) = (names, verb, columns)
        line = Mutex(Line(states: names.map { _ in .waiting }))
    }

    /// Notes how far a file is.
    func show(_ state: TransferState, _ number: Int) {
        // Files arrive in thousands of pieces, on several threads.
        guard let columns else { return }
        line.withLock { line in
            line.states[number] = state
            let now = ContinuousClock.now
            if let last = line.last, now - last < Self.interval { return }
            (line.last, line.isShown) = (now, true)
            console.draw("\r\(Self.text(names, verb, line.states, columns: columns - 1))\u{1B}[K")
        }
    }

    /// Writes a sentence above the line.
    func say(_ sentence: some CustomStringConvertible) {
        line.withLock { line in
            Self.clear(&line)
            console.say(sentence)
        }
    }

    /// Removes the line.
    func clear() { line.withLock { Self.clear(&$0) } }

    private static func clear(_ line: inout Line) {
        guard line.isShown else { return }
        (line.isShown, line.last) = (false, nil)
        console.draw("\r\u{1B}[K")
    }

    /// Such as `2 of 8 fetched · report.pdf 45 % · prices.csv 3.4 MB`, cut off if it needs more columns.
    static func text(_ names: [String], _ verb: String, _ states: [TransferState], columns: Int) -> SafeText {
        let done = states.count { if case .done = $0 { true } else { false } }
        let busy = zip(names, states).compactMap { name, state -> String? in
            switch state {
            case .waiting, .done, .failed: nil
            case .resuming: "\(name) goes on"
            case .moving(let count, of: let size?) where size > 0:
                "\(name) \(min(100, count * 100 / size)) %"
            case .moving(let count, of: _): "\(name) \(ByteCount(count))"
            }
        }
        let text = (["\(done) of \(states.count) \(verb)"] + busy).joined(separator: " · ")
        return SafeText(text).truncated(to: columns)
    }
}
