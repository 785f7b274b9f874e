import AppGroupTerminal

/// What a person sees of an update while it runs, on standard error: how far it is, on a terminal alone, and what was
/// read so far.
final class Progress {
    private let isQuiet: Bool
    private let columns: Int?
    private var isShown = false
    private var lastShown: ContinuousClock.Instant?
    private var lastText = ""
    private var reported: Set<String> = []
    private var position = ""
    private var share = ""

    /// How often the line is drawn at most.
    private static let interval = Duration.milliseconds(100)

    /// The most reports.
    private static let reportLimit = 1000

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        columns = isQuiet ? nil : Output.errorColumns
    }

    /// Shows how many bytes are there, and how many it will be.
    func show(_ count: Int, of whole: Int?) {
        position = Self.amount(count)
        share = position
        if let whole, whole > 0 {
            share = "\(min(100, count * 100 / whole)) %"
            position += " of \(Self.amount(whole)), \(share)"
        }
        guard let columns else { return }
        let now = ContinuousClock.now
        if let lastShown, now - lastShown < Self.interval { return }
        lastShown = now
        isShown = true
        Output.show("\r\(String(position.prefix(columns - 1)))\u{1B}[K")
    }

    /// Reports what the table says so far of a number; once.
    func report(_ number: ApplicationNumber, _ decision: Decision) {
        let sentence = "\(number): \(decision.phrase)"
        guard !isQuiet, reported.count < Self.reportLimit, reported.insert(sentence).inserted else { return }
        say("\(sentence) (so far: \(share) read)")
    }

    /// Says a sentence, above the line that shows how far it is.
    func say(_ sentence: String) {
        clear()
        Output.say(sentence)
    }

    /// Takes the line away.
    func clear() {
        guard isShown else { return }
        isShown = false
        lastShown = nil
        Output.show("\r\u{1B}[K")
    }

    private static func amount(_ bytes: Int) -> String {
        guard bytes >= 1_000_000 else { return "\(bytes / 1000) KB" }
        return "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}
