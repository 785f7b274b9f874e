import AppGroupCommands
import AppGroupText
import Synchronization

/// The lines at the bottom of a terminal that show how far each of several things is. It shows nothing if standard error is not a
/// terminal.
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

    /// The shortest time between two drawings.
    private static let interval = Duration.milliseconds(100)

    /// - Parameter columns: The width of the terminal, asked each time; `nil` if there is none.
    init(columns: @escaping @Sendable () -> Int? = { Talk.columns }) { self.columns = columns }

    /// Adds a line.
    func line(_ name: String, total: UInt64) -> ProgressLine {
        state.withLock { state in
            let id = state.next
            state.next += 1
            state.lines.append((id, ProgressLine.State(name: name, total: total)))
            return ProgressLine(board: self, id: id)
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

/// A line on a ``ProgressBoard`` that shows how far one thing is.
final class ProgressLine: Sendable {
    struct State {
        let name: String
        let total: UInt64
        var hasBegun = false
        var done: UInt64 = 0
        var rate = TransferRate()

        init(name: String, total: UInt64) {
            self.name = name
            self.total = total
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
