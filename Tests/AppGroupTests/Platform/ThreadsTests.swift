import AppGroupPlatform
import TestSupport
import Testing

@Suite("Threads")
struct ThreadsTests {
    @Test(
        "Threads that share work do each piece of it once, and their caller waits for all of it",
        arguments: [(0, 4), (1, 4), (500, 1), (500, 7), (3, 0)])
    func share(count: Int, limit: Int) {
        let done = Guarded<[Int]>([])
        Threads.run(count, atMost: limit) { number in done.withLock { $0.append(number) } }
        #expect(done.value.sorted() == Array(0..<count))
    }
}
