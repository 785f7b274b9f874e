import NIOCore

/// Closes a connection that only costs: one that sends or takes next to nothing.
final class ConnectionWatch {
    private unowned let gate: ConnectionGate
    private let loop: any EventLoop
    private let limits: ConnectionLimits
    private var next: Scheduled<Void>?

    /// When the last request ended, and when bytes last arrived.
    private var (resting, lastArrival) = (NIODeadline.now(), NIODeadline.now())
    /// When the last answer was complete.
    private var lastAnswer: NIODeadline?
    /// When it was refused.
    private var refusal: NIODeadline?
    /// The bytes that the client had acknowledged (if unknown: that the system had accepted) when the current window began, and
    /// that moment. `nil` while no answer is waiting.
    private var mark: (bytes: UInt64, moment: NIODeadline)?

    init(_ gate: ConnectionGate, on loop: any EventLoop) {
        self.gate = gate
        self.loop = loop
        limits = gate.limits
        schedule()
    }

    func stop() {
        next?.cancel()
        next = nil
    }

    /// Bytes have arrived.
    func received() { lastArrival = .now() }
    /// An answer was written.
    func answered() { lastAnswer = .now() }
    /// The last answer has been taken.
    func rested() { resting = .now() }
    /// The client is told that its request is refused.
    func refused() { refusal = .now() }

    private func schedule() {
        let quarter = TimeAmount.nanoseconds(limits.window.nanoseconds / 4)
        let interval: TimeAmount = max(.milliseconds(250), min(.seconds(5), quarter))
        next = loop.assumeIsolated().scheduleTask(in: interval) { self.look() }
    }

    private func look() {
        guard next != nil, let context = gate.context else { return }
        let now = NIODeadline.now()
        if !gate.isTaken {
            if isTooSlow(at: now, context.channel) { return gate.cut() }
        } else {
            mark = nil
            if let end, now >= end { return context.close(promise: nil) }
        }
        schedule()
    }

    /// Whether the client has taken too little of an answer in the last window.
    private func isTooSlow(at now: NIODeadline, _ channel: any Channel) -> Bool {
        let bytes = ConnectionTraffic.acknowledged(by: channel) ?? gate.left
        guard let mark else {
            mark = (bytes, now)
            return false
        }
        guard now - mark.moment >= limits.window else { return false }
        self.mark = (bytes, now)
        return bytes - min(bytes, mark.bytes) < limits.pace
    }

    /// When to close a connection on which no answer waits; `nil` while the server works on one.
    private var end: NIODeadline? {
        if let refusal { return refusal + limits.farewell }
        let isResting = gate.stage.isOutputClosed || gate.exchanges?.isIdle ?? true
        guard !isResting, let exchanges = gate.exchanges else { return resting + limits.idle }
        guard exchanges.isReceiving else { return nil }
        if exchanges.isAnswered, let lastAnswer { return lastAnswer + limits.window }
        return gate.input.isReading && !exchanges.isContinueAwaited ? lastArrival + limits.idle : nil
    }
}
