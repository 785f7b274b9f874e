import AppGroupText

/// What the user sees of an update while it runs, on standard error: what was read so far and, on a terminal, how far it
/// is.
final class Progress {
    private let isQuiet: Bool
    private let columns: Int?
    private var isShown = false
    private var lastShown: ContinuousClock.Instant?
    private var reported: Set<String> = []
    private var position = ""
    private var share = ""

    /// The shortest time between two drawings of the line.
    private static let interval = Duration.milliseconds(100)

    /// The most sentences that are remembered, so that each is printed only once.
    private static let reportLimit = 1000

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        columns = isQuiet ? nil : console.columns
    }

    /// Shows how many bytes have arrived, and how many there will be.
    func show(_ count: Int, of whole: Int?) {
        position = "\(ByteCount(count))"
        share = position
        if let whole, whole > 0 {
            share = "\(min(100, count * 100 / whole)) %"
            position += " of \(ByteCount(whole)), \(share)"
        }
        guard let columns else { return }
        let now = ContinuousClock.now
        if let lastShown, now - lastShown < Self.interval { return }
        lastShown = now
        isShown = true
        console.draw("\r\(String(position.prefix(columns - 1)))\u{1B}[K")
    }

    /// Reports what the table has said so far about a number, once.
    func report(_ number: ApplicationNumber, _ decision: Decision) {
        let sentence = "\(number): \(decision.phrase)"
        guard !isQuiet, reported.count < Self.reportLimit, reported.insert(sentence).inserted else { return }
        say("\(sentence) (so far: \(share) read)")
    }

    /// Writes a sentence about a part that could not be read or reached, unless only changes are asked for. If a number is
    /// missing because of it, that is reported anyway.
    func note(_ sentence: String) {
        if !isQuiet { say(sentence) }
    }

    /// Writes a sentence above the line that shows the progress.
    func say(_ sentence: String) {
        clear()
        console.say(sentence)
    }

    /// Removes the line.
    func clear() {
        guard isShown else { return }
        isShown = false
        lastShown = nil
        console.draw("\r\u{1B}[K")
    }
}
