import NIOCore
import Testing

@testable import Serving

struct AnswerQueueTests {
    @Test func `Short writes leave together, and long ones in portions`() {
        var queue = AnswerQueue()
        queue.append(ByteBuffer(string: "head"), promise: nil)
        queue.append(ByteBuffer(string: "a longer body"), promise: nil)
        queue.append(ByteBuffer(), promise: nil)
        #expect(queue.count == 17)
        let first = queue.next(10)
        #expect(first?.buffers.map { String(buffer: $0) } == ["head", "a long"])
        #expect(first?.count == 10)
        let second = queue.next(10)
        #expect(second?.buffers.map { String(buffer: $0) } == ["er body"])
        #expect(queue.next(10) == nil)
        #expect(queue.count == 0)
    }

    @Test func `A dropped answer is no longer sent`() {
        var queue = AnswerQueue()
        queue.append(ByteBuffer(string: "answer"), promise: nil)
        queue.fail(ChannelError.ioOnClosedChannel)
        #expect(queue.count == 0)
        #expect(queue.next(10) == nil)
    }
}
