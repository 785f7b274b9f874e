import Logging
import NIOCore

/// Keeps what one connection holds in memory small. A client that sends many requests and reads no answers costs little: requests
/// stay unread in the socket until the answer to the last one has been taken, and an answer leaves in portions. Later handlers
/// decode requests; an earlier one may encrypt.
///
/// ## Who shares its state
///
/// Each connection has one gate, one ``ExchangeHandler`` and one ``ConnectionWatch``. All three run on the event loop
/// of the channel and nowhere else: NIO calls the handlers there, the timer of the watch is scheduled there, and other
/// tasks first hop there, by way of ``AnswerProgress`` and ``ConnectionTraffic``. So nothing of this is locked. Each
/// one writes its own state, and reads that of the others or calls them. Who writes what:
///
/// - `stage`: the gate, in `begin`, `close`, `drop` and, once everything has left, `allIsTaken`.
/// - `input`: the gate, in ConnectionGate+Requests.swift; `drop` empties `held`.
/// - `queue`, `underway`, `isSending`, `hasAnswerBegun`, `takers` and `left`: the gate, under “Answers”; `drop` empties
///   `queue` and `takers`, and `refuse` adds its answer to `queue`.
/// - `counted`: the gate, in `count`.
/// - `exchanges`: the exchange handler, when it is added and removed.
/// - The counts of requests, and what was decoded too early: the exchange handler. A request begins and ends in its `pass`,
///   and is answered in its `write`.
/// - Times: the watch, which the gate tells what happens, and which closes or cuts the connection through the gate's context.
///
/// ``ConnectionTally`` belongs to all connections of the server, on all loops and other threads. It has atomic counts
/// only, and a log with a lock. `isFull` can change at any moment, so each decision asks it once.
///
/// ## What can happen inside a call
///
/// On one loop, the only danger is a call that leads back here before it returns. There are two such circles:
///
/// - To pass bytes on runs the later handlers. They may write or refuse something, which is sent at once, and so lead
///   to ``passRequests(isInRead:)`` again. `isPassing` makes the inner call return, and the outer one goes on with the
///   new state, which it reads again in each turn.
/// - A write to the channel can complete at once, and so lead to `send` again. `isSending` makes the inner call return,
///   and the loop of the outer one sends the next portion.
///
/// ## Why passRequests ends
///
/// It goes on only after a turn that did one of two things: it passed on at least one byte of `held`, or the exchange
/// handler took at least one part from those that were decoded too early. Only passing a byte on can add such parts, a
/// bounded number for each byte. `held` grows only when bytes arrive, and the gate does not ask the channel for more
/// while it holds some. So the turns are bounded by what has arrived. In every other turn, the loop breaks: the stage
/// takes no requests, every request is there, a request waits for its answer, or nothing is left. What is left then
/// waits for the next arrival, or for the moment in which everything has been taken: `channelRead` and `allIsTaken` are
/// the two callers.
final class ConnectionGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let tally: ConnectionTally
    let portions: Portions
    private let logger: Logger
    var limits: ConnectionLimits { tally.limits }

    /// A later handler.
    weak var exchanges: ExchangeHandler?
    var context: ChannelHandlerContext?
    var watch: ConnectionWatch?
    private(set) var stage = ConnectionStage.unopened

    /// What has arrived and waits, which ConnectionGate+Requests.swift passes on.
    var input = Input()

    private var queue = AnswerQueue()
    private var isSending = false
    /// How many bytes are on their way to the system.
    private var underway: Int?
    /// Whether some of the current answer has left.
    private var hasAnswerBegun = false
    private var takers: [EventLoopPromise<Void>] = []

    /// How many bytes have left since the connection was opened.
    private(set) var left: UInt64 = 0
    /// How many bytes the tally has for this connection.
    private var counted = 0

    /// How many bytes leave at a time, and what becomes of those that arrive. To encrypt takes as much memory again.
    struct Portions {
        /// The size for the first MiB: the client may stop reading at any time.
        let first: Int
        let later: Int
        /// Whether an earlier handler keeps the buffers that it passes on, to use them again.
        let keepsBuffers: Bool

        static let plain = Portions(first: 256 << 10, later: 256 << 10, keepsBuffers: false)
        /// A record of TLS has at most 16 KiB.
        static let encrypted = Portions(first: 4 << 10, later: 16 << 10, keepsBuffers: true)

        fileprivate func size(after left: UInt64) -> Int { left < 1 << 20 ? first : later }
    }

    init(tally: ConnectionTally, portions: Portions, logger: Logger) {
        (self.tally, self.portions, self.logger) = (tally, portions, logger)
    }

    /// Whether everything that was written has been taken by the system.
    var isTaken: Bool { underway == nil && queue.count == 0 }

    // MARK: - Opening and closing

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard case .unopened = stage else { return }
        watch = ConnectionWatch(self, on: context.eventLoop)
        switch tally.enter() {
        case .served: stage = .open(hasRoom: true)
        case .refused:
            stage = .open(hasRoom: false)
            watch?.refused()
        case .dropped:
            stage = .cut
            tally.refuse()
            cut()
        }
    }

    private func end() {
        guard stage.isCounted else { return }
        watch?.stop()
        watch = nil
        drop(andEnter: .ended)
        tally.leave()
    }

    /// Whether a request has begun whose whole answer the system has not taken yet. A refusal is an answer.
    private var owesAnswer: Bool {
        stage.sends && (!isTaken || !stage.isRefused && exchanges?.isAnswered == false)
    }

    /// Drops everything that waits.
    private func drop(andEnter next: ConnectionStage) {
        if !next.isRefused, owesAnswer { tally.loseAnswer() }
        let (dropped, unclosed) = (takers, stage.closing?.promise)
        stage = next
        input.held = ByteBuffer()
        takers = []
        queue.fail(ChannelError.ioOnClosedChannel)
        for taker in dropped { taker.fail(ChannelError.ioOnClosedChannel) }
        unclosed?.fail(ChannelError.ioOnClosedChannel)
        count()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if isTaken || !stage.sends {
            if case .open = stage, mode != .input { stage = .outputClosed }
            context.close(mode: mode, promise: promise)
            resumeReading()
        } else if mode == .input {
            // The server stops and waits no longer.
            promise?.fail(ChannelError.ioOnClosedChannel)
            cut()
        } else {
            stage.close(mode, promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ConnectionTraffic.Cut else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if stage.isCounted { drop(andEnter: .cut) }
        promise?.succeed()
    }

    /// Closes the connection at once. Bytes that the client has not taken are lost.
    func cut() {
        guard let context else { return }
        ConnectionTraffic.cut(context.channel)
    }

    // MARK: - Answers

    /// The last part of an answer is about to be written.
    func answerHasEnded() { watch?.answered() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard stage.takesAnswers else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        queue.append(unwrapOutboundIn(data), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        count()
        if tally.isFull, queue.count > 0, underway == nil, !hasAnswerBegun, stage.takesAnswers,
            exchanges?.isSafe ?? true
        {
            refuseForRoom()
        } else {
            send()
        }
    }

    /// Completes once everything that was written has been taken by the system.
    func taken() -> EventLoopFuture<Void>? {
        guard let context, stage.isCounted else { return nil }
        guard !isTaken else { return context.eventLoop.makeSucceededVoidFuture() }
        let taker = context.eventLoop.makePromise(of: Void.self)
        takers.append(taker)
        return taker.futureResult
    }

    private func send() {
        guard !isSending, let context else { return }
        isSending = true
        while underway == nil, let portion = queue.next(portions.size(after: left)) {
            guard let last = portion.buffers.last else {
                for promise in portion.promises { promise.succeed() }
                continue
            }
            (underway, hasAnswerBegun) = (portion.count, true)
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenComplete { result in
                self.underway = nil
                self.left += UInt64(portion.count)
                for promise in portion.promises { promise.completeWith(result) }
                if !self.isSending { self.send() }
            }
            for buffer in portion.buffers.dropLast() { context.write(wrapOutboundOut(buffer), promise: nil) }
            context.writeAndFlush(wrapOutboundOut(last), promise: written)
        }
        isSending = false
        count()
        if isTaken { allIsTaken(context) }
    }

    private func allIsTaken(_ context: ChannelHandlerContext) {
        let taken = takers
        takers = []
        for taker in taken { taker.succeed() }
        if let closing = stage.closing {
            stage.hasClosed()
            context.close(mode: closing.mode, promise: closing.promise)
            resumeReading()
            return
        }
        if hasAnswerBegun, exchanges?.isAnswered ?? true {
            hasAnswerBegun = false
            watch?.rested()
            if exchanges?.isBodyUnwanted ?? false { return close(context: context, mode: .output, promise: nil) }
        }
        passRequests()
    }

    // MARK: - Refusing

    func refuseForRoom() {
        tally.refuse()
        refuse(.noRoom)
    }

    /// Gives an answer, and closes the connection once the client has read it. What else it sends is dropped.
    func refuse(_ refusal: Refusal) {
        guard stage.sends, !stage.isRefused else { return }
        tally.refusals.record(refusal.error, from: context?.remoteAddress?.ipAddress, in: logger)
        drop(andEnter: .refused(.init(mode: .output)))
        queue.append(refusal.answer, promise: nil)
        watch?.refused()
        send()
        resumeReading()
    }

    func count() {
        let bytes = stage.isCounted ? input.held.readableBytes + queue.count + (underway ?? 0) : 0
        if bytes != counted { tally.wait(bytes - counted) }
        counted = bytes
    }
}
