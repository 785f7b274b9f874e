import NIOCore

/// How far a connection is on its way from being opened to being closed.
enum ConnectionStage {
    case unopened
    /// Requests are answered. Without room for the connection, its first request is refused instead.
    case open(hasRoom: Bool)
    /// What was written leaves, and then the connection closes.
    case closing(Closing)
    /// The client is told that it is refused, and then the connection closes; `nil` once it has been told.
    case refused(Closing?)
    /// The client has every answer, and closes its side when it wants to.
    case outputClosed
    /// The connection is being closed, and nothing more leaves.
    case cut
    case ended

    /// How to close once everything has left.
    struct Closing {
        var mode: CloseMode
        var promise: EventLoopPromise<Void>?
    }

    /// Whether requests are passed on.
    var takesRequests: Bool {
        if case .open = self { true } else { false }
    }

    /// Whether requests are never passed on again.
    var dropsRequests: Bool {
        switch self {
        case .refused, .outputClosed, .cut, .ended: true
        case .unopened, .open, .closing: false
        }
    }

    /// Whether answers may be written.
    var takesAnswers: Bool {
        switch self {
        case .open, .closing: true
        case .unopened, .refused, .outputClosed, .cut, .ended: false
        }
    }

    /// Whether what was written still leaves.
    var sends: Bool {
        switch self {
        case .open, .closing, .refused, .outputClosed: true
        case .unopened, .cut, .ended: false
        }
    }

    /// Whether ``ConnectionTally`` counts the connection.
    var isCounted: Bool {
        switch self {
        case .open, .closing, .refused, .outputClosed, .cut: true
        case .unopened, .ended: false
        }
    }

    var isRefused: Bool {
        if case .refused = self { true } else { false }
    }

    var isOutputClosed: Bool {
        if case .outputClosed = self { true } else { false }
    }

    /// How to close once everything has left; `nil` if the connection is to stay open, or is closing already.
    var closing: Closing? {
        switch self {
        case .closing(let closing): closing
        case .refused(let closing): closing
        case .unopened, .open, .outputClosed, .cut, .ended: nil
        }
    }

    /// Closes once everything has left. The promise of an earlier call is kept, too.
    mutating func close(_ mode: CloseMode, _ promise: EventLoopPromise<Void>?) {
        let earlier = closing
        if let first = earlier?.promise, let promise { promise.futureResult.cascade(to: first) }
        let closing = Closing(mode: earlier?.mode == .all ? .all : mode, promise: promise ?? earlier?.promise)
        self = isRefused ? .refused(closing) : .closing(closing)
    }

    /// Everything has left, and the output is closed.
    mutating func hasClosed() { self = isRefused ? .refused(nil) : .outputClosed }
}
