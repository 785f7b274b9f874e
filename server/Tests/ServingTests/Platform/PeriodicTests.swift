import Serving
import Testing

struct PeriodicTests {
    @Test(arguments: [true, false])
    func `What is repeated ends once its task is canceled`(atOnce: Bool) async {
        let task = Task {
            var times = 0
            await repeating(every: .milliseconds(1), atOnce: atOnce) {
                times += 1
                if times == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return times
        }
        #expect(await task.value == 3)
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func `A wait ends with the task, and the first time needs none unless it is to`(atOnce: Bool, times: Int) async {
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let task = Task {
            var times = 0
            if !atOnce { beginning.yield() }
            await repeating(every: .seconds(600), atOnce: atOnce) {
                times += 1
                beginning.yield()
            }
            return times
        }
        var beginnings = began.makeAsyncIterator()
        await beginnings.next()
        task.cancel()
        #expect(await task.value == times)
    }

    @Test func `An error that is not handled ends the repetition`() async {
        var times = 0
        await #expect(throws: CancellationError.self) {
            try await repeating(every: .zero) {
                times += 1
                if times == 2 { throw CancellationError() }
            }
        }
        #expect(times == 2)
    }
}
