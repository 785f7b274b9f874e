import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Tells the requests of a connection apart, so that the next one begins only when ``ConnectionGate`` lets it: once the answer to the
/// last one has been taken.
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What was decoded together with the request before it.
    private enum Later {
        case part(HTTPRequestPart)
        case failure(any Error)
    }

    private var gate: ConnectionGate?
    private var context: ChannelHandlerContext?
    /// How many requests have begun, have ended, and have been answered.
    private var (begun, ended, answered) = (0, 0, 0)
    private var later: CircularBuffer<Later> = []
    /// Whether the connection is to end with the answer to the last request that began.
    private var isLast = false
    /// How many bytes of the body are still missing, if its length was declared.
    private var missing = 0
    private var readSize = ReadSize.small {
        didSet { if let context, readSize != oldValue { readSize.apply(to: context.channel) } }
    }

    /// Whether no request is in progress.
    var isIdle: Bool { begun == ended && begun == answered }
    /// Whether a request has begun and its body has not ended.
    var isReceiving: Bool { ended < begun }
    /// Whether the client's last request has arrived. What it sends after that is dropped (RFC 9112, 9.6).
    var hasEveryRequest: Bool { isLast && !isReceiving }
    /// Whether the client waits for the server to ask for the body (`Expect: 100-continue`).
    private(set) var isContinueAwaited = false
    /// Whether the last answer came while the client waited to be asked for the body. The client may send it nevertheless, or leave it
    /// out: nothing that follows can be told apart from it, so the connection ends with this answer (RFC 9110, 10.1.1).
    private(set) var isBodyUnwanted = false
    /// Whether the last request has been answered completely.
    var isAnswered: Bool { answered == begun }
    /// Whether the last request that began changes nothing, so that its answer may be replaced by a refusal.
    private(set) var isSafe = true
    /// Whether requests were decoded that have not begun.
    var hasLater: Bool { !later.isEmpty }
    /// How many bytes to decode next. More would decode requests that may have to wait.
    var appetite: Int { max(missing, ConnectionLimits.headPiece) }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        gate = try? context.pipeline.syncOperations.handler(type: ConnectionGate.self)
        gate?.exchanges = self
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        gate?.exchanges = nil
        gate = nil
        later.removeAll()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasEveryRequest else { return }
        let part = unwrapInboundIn(data)
        if case .head = part, !isIdle {
            later.append(.part(part))
        } else if hasLater {
            later.append(.part(part))
        } else {
            pass(part, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if hasEveryRequest, Self.refusal(of: error) != nil { return }
        if hasLater || !isIdle && !isReceiving || isIdle && gate?.isTaken == false {
            later.append(.failure(error))
        } else {
            pass(error, context)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind == .informational: isContinueAwaited = false
        case .head(var head):
            isBodyUnwanted = isContinueAwaited
            if isBodyUnwanted { isLast = true }
            if isLast {
                head.headerFields[.connection] = "close"
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
        case .body: break
        case .end:
            answered = min(answered + 1, begun)
            gate?.answerHasEnded()
        }
        context.write(data, promise: promise)
    }

    /// Begins the next request that was decoded already. Call it only if none is in progress.
    ///
    /// - Returns: Whether there was one.
    func beginLater() -> Bool {
        guard let context, hasLater else { return false }
        repeat {
            switch later.removeFirst() {
            case .part(let part): pass(part, context)
            case .failure(let error): pass(error, context)
            }
        } while isNextOfSameRequest
        return true
    }

    private var isNextOfSameRequest: Bool {
        switch later.first {
        case .part(.head), nil: false
        case .part: true
        case .failure: isReceiving
        }
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            begun += 1
            // HeadCheck leaves no other form of it.
            isLast = head.headerFields[.connection] == "close"
            isSafe = [.get, .head].contains(head.method)
            isContinueAwaited = head.headerFields[.expect]?.lowercased() == "100-continue"
            missing = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            if missing > ReadSize.small.most { readSize = .large }
        case .body(let bytes):
            isContinueAwaited = false
            missing = max(0, missing - bytes.readableBytes)
        case .end:
            isContinueAwaited = false
            ended += 1
            if isLast { later.removeAll() }
            missing = 0
            readSize = .small
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Refuses a request whose head can't be decoded or isn't allowed, because later handlers would answer it without a body.
    private func pass(_ error: any Error, _ context: ChannelHandlerContext) {
        if isIdle, let gate, let refusal = Self.refusal(of: error) {
            gate.refuse(Refusal(refusal))
        } else {
            context.fireErrorCaught(error)
        }
    }

    /// What to tell a client of an error in what it sent; `nil` for an error of the connection.
    private static func refusal(of error: any Error) -> ServiceError? {
        (error as? HTTPParserError).map { ServiceError($0) } ?? error as? ServiceError
    }
}
