import NIOCore

// Requests on their way to the decoder: which bytes are passed on, and when more are read.
extension ConnectionGate {
    /// What has arrived, and how far it got.
    struct Input {
        /// Bytes that were read and may not be decoded yet.
        var held = ByteBuffer()
        /// Whether ``ConnectionGate/passRequests(isInRead:)`` is running; what it passes on can lead to another call.
        var isPassing = false
        /// Whether later handlers have asked for more than may be read yet.
        var isReadWanted = false
        /// Whether the connection waits for the client to send more: from the call to read until the channel says that it is complete.
        var isReading = false
        /// Whether the client has closed its side. Later handlers are told after they have received all bytes.
        var hasInputEnded = false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        watch?.received()
        if case .open(hasRoom: false) = stage { refuseForRoom() }
        guard stage.takesRequests else { return }
        var bytes = unwrapInboundIn(data)
        if input.held.readableBytes == 0 { input.held = bytes } else { input.held.writeBuffer(&bytes) }
        passRequests(isInRead: true)
        if input.held.readableBytes > ConnectionLimits.longestHeld { cut() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent {
            if case .refused = stage { return context.close(promise: nil) }
            if input.held.readableBytes > 0 || exchanges?.hasLater ?? false {
                input.hasInputEnded = true
                return
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func read(context: ChannelHandlerContext) {
        if mayRead { beginReading(context) } else { input.isReadWanted = true }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        input.isReading = false
        context.fireChannelReadComplete()
    }

    private func beginReading(_ context: ChannelHandlerContext) {
        input.isReading = true
        context.read()
    }

    private var mayRead: Bool {
        // What arrives from now on is read only to be dropped.
        guard !stage.dropsRequests, let exchanges else { return true }
        guard input.held.readableBytes == 0, stage.closing == nil else { return false }
        return exchanges.isReceiving || exchanges.isIdle && !exchanges.hasLater && isTaken
    }

    /// Passes held bytes on to the current request. Between requests, begins the next one once the client has taken every answer.
    ///
    /// - Parameter isInRead: Whether the channel will say that this read is complete.
    func passRequests(isInRead: Bool = false) {
        guard !input.isPassing, let context, let exchanges else { return }
        input.isPassing = true
        var hasPassed = false
        while stage.takesRequests {
            if exchanges.hasEveryRequest {
                input.held = ByteBuffer()
                break
            }
            if exchanges.isIdle {
                guard isTaken else { break }
                if exchanges.hasLater || input.held.readableBytes > 0, tally.isFull {
                    refuseForRoom()
                    break
                }
                if exchanges.beginLater() {
                    hasPassed = true
                    continue
                }
            } else if !exchanges.isReceiving {
                break
            }
            let length = min(input.held.readableBytes, exchanges.appetite)
            guard length > 0, let piece = input.held.readSlice(length: length) else { break }
            context.fireChannelRead(wrapInboundOut(piece))
            hasPassed = true
        }
        input.isPassing = false
        keepLittle(context.channel.allocator)
        if hasPassed, !isInRead { context.fireChannelReadComplete() }
        resumeReading()
    }

    /// Copies what is left, so that the much larger buffer that it was read into is free, unless that is kept anyway.
    private func keepLittle(_ allocator: ByteBufferAllocator) {
        let length = input.held.readableBytes
        if length == 0 {
            input.held = ByteBuffer()
        } else if !portions.keepsBuffers, input.held.readerIndex > 0 || input.held.storageCapacity > 2 * length {
            var rest = allocator.buffer(capacity: length)
            rest.writeBuffer(&input.held)
            input.held = rest
        }
        count()
    }

    func resumeReading() {
        guard let context else { return }
        if input.hasInputEnded {
            guard input.held.readableBytes == 0, !(exchanges?.hasLater ?? false) else { return }
            input.hasInputEnded = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else if input.isReadWanted, mayRead {
            input.isReadWanted = false
            beginReading(context)
        }
    }
}
