import AppGroupTerminal
import Synchronization

/// The lines at the bottom of a terminal that say how far each of several things is; nothing where standard error is none.
final class ProgressBoard: Sendable {
    private struct State {
        var lines: [(id: Int, line: ProgressLine.State)] = []
        var next = 0
        /// Lines that stand on the terminal.
        var drawn = 0
        var lastDrawing: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let columns: @Sendable () -> Int?

    /// Between two drawings.
    private static let interval = Duration.milliseconds(100)

    /// - Parameter columns: The terminal's, asked each time; `nil` for none.
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

    /// Draws the lines anew now and then while `body` runs, so that one that stands still is seen to.
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

    /// Takes the lines off the terminal: up to the first of them (CUU), and away with all below (ED, ECMA-48 8.3).
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
