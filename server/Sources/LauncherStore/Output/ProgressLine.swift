/// How far one thing is, on a ``ProgressBoard``.
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

        /// Time goes by.
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

    /// Shows the line; so much is there already.
    func begin(at done: UInt64) {
        board.update(id) { state in
            state.hasBegun = true
            state.done = done
            state.rate = TransferRate()
            state.rate.note(done, at: .now)
        }
    }

    /// So much is there now.
    func advance(to done: UInt64) {
        board.update(id) { state in
            state.done = done
            state.rate.note(done, at: .now)
        }
    }

    /// Says a sentence above the lines.
    func say(_ sentence: String) { board.say(sentence) }

    /// Nothing arrives for a while: what came before says nothing of what comes after.
    func pause() { board.update(id) { $0.rate = TransferRate() } }
}
