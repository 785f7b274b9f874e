import AppGroup
import AppGroupCommands
import AppGroupText
import Synchronization

/// The lines at the bottom of a terminal that show how far each of several apps is. It shows nothing if standard error is not a
/// terminal. A report for another program gets the same figures.
final class ProgressBoard: Sendable {
    private struct State {
        var lines: [(id: Int, line: ProgressLine.State)] = []
        var next = 0
        /// The number of lines on the terminal.
        var drawn = 0
        var lastDrawing: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let columns: @Sendable () -> Int?
    private let report: ProgressReport?

    /// The shortest time between two drawings, and between two lines of a report about the same app.
    fileprivate static let interval = Duration.milliseconds(100)

    /// - Parameters:
    ///   - report: Tells another program, if one wants to know.
    ///   - columns: The width of the terminal, asked each time; `nil` if there is none.
    init(report: ProgressReport? = nil, columns: @escaping @Sendable () -> Int? = { Talk.columns }) {
        (self.report, self.columns) = (report, columns)
    }

    /// Adds a line.
    func line(_ name: String, _ app: AppID, total: UInt64) -> ProgressLine {
        state.withLock { state in
            let id = state.next
            state.next += 1
            state.lines.append((id, ProgressLine.State(name: name, app: app, total: total)))
            return ProgressLine(board: self, id: id)
        }
    }

    /// Notes that an app is being installed, or how that ended.
    func note(_ phase: ProgressReport.Phase, _ app: AppID, size: UInt64, sentence: String? = nil) {
        // With nothing else being written meanwhile.
        state.withLock { _ in
            report?.note(phase, app, done: phase == .failed ? 0 : size, total: size, sentence: sentence)
        }
    }

    /// Redraws the lines regularly while `body` runs, so that a stalled one is visible.
    func ticking<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let ticker = Task {
            while !Task.isCancelled, columns() != nil {
                try? await Task.sleep(for: .milliseconds(500))
                tick()
            }
        }
        defer { ticker.cancel() }
        return try await body()
    }

    private func tick() {
        state.withLock { state in
            for index in state.lines.indices where state.lines[index].line.hasBegun { state.lines[index].line.tick() }
            clear(&state)
            draw(&state)
        }
    }

    /// Says a sentence above the lines.
    func say(_ sentence: String) {
        state.withLock { state in
            clear(&state)
            Talk.say(sentence)
            draw(&state)
        }
    }

    func update(_ id: Int, _ change: (inout ProgressLine.State) -> Void) {
        state.withLock { state in
            guard let index = state.lines.firstIndex(where: { $0.id == id }) else { return }
            change(&state.lines[index].line)
            let now = ContinuousClock.now
            if let report { state.lines[index].line.tell(report, now) }
            if let last = state.lastDrawing, now - last < Self.interval { return }
            clear(&state)
            draw(&state)
        }
    }

    func remove(_ id: Int) {
        state.withLock { state in
            state.lines.removeAll { $0.id == id }
            clear(&state)
            draw(&state)
        }
    }

    /// Removes the lines from the terminal: moves up to the first (CUU) and erases everything below (ED, ECMA-48 8.3).
    private func clear(_ state: inout State) {
        guard state.drawn > 0 else { return }
        Talk.draw("\u{1B}[\(state.drawn)A\r\u{1B}[J")
        state.drawn = 0
    }

    private func draw(_ state: inout State) {
        state.lastDrawing = .now
        guard let columns = columns() else { return }
        let lines = state.lines.filter(\.line.hasBegun)
        let widest = lines.map { SafeText($0.line.name).width }.max() ?? 0
        Talk.draw(lines.map { $0.line.text.line(columns: columns, nameColumns: widest) + "\n" }.joined())
        state.drawn = lines.count
    }
}

/// A line on a ``ProgressBoard`` that shows how far one app is.
final class ProgressLine: Sendable {
    struct State {
        let name: String
        let app: AppID
        let total: UInt64
        var hasBegun = false
        var done: UInt64 = 0
        var rate = TransferRate()
        /// When a report was last told.
        var told: ContinuousClock.Instant?

        init(name: String, app: AppID, total: UInt64) {
            (self.name, self.app, self.total) = (name, app, total)
        }

        /// Tells a report, unless it was told a moment ago.
        mutating func tell(_ report: ProgressReport, _ now: ContinuousClock.Instant) {
            guard hasBegun else { return }
            if let told, now - told < ProgressBoard.interval, done < total { return }
            told = now
            report.note(.download, app, done: done, total: total)
        }

        /// Notes that time has passed.
        mutating func tick() { rate.note(done, at: .now) }

        var text: ProgressText {
            ProgressText(
                name: name, done: done, total: total, bytesPerSecond: rate.bytesPerSecond,
                secondsLeft: rate.secondsLeft(for: total - min(total, done)))
        }
    }

    private let board: ProgressBoard
    private let id: Int

    init(board: ProgressBoard, id: Int) {
        self.board = board
        self.id = id
    }

    deinit { board.remove(id) }

    /// Shows the line. `done` bytes have already arrived.
    func begin(at done: UInt64) {
        board.update(id) { state in
            state.hasBegun = true
            state.done = done
            state.told = nil
            state.rate = TransferRate()
            state.rate.note(done, at: .now)
        }
    }

    /// Notes that `done` bytes have arrived.
    func advance(to done: UInt64) {
        board.update(id) { state in
            state.done = done
            state.rate.note(done, at: .now)
        }
    }

    /// Says a sentence above the lines.
    func say(_ sentence: String) { board.say(sentence) }

    /// Nothing arrives for a while, so the rate is measured afresh.
    func pause() { board.update(id) { $0.rate = TransferRate() } }
}
