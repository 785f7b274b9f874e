import AppGroupPlatform
import TestSupport
import Testing

@Suite("Work beside the caller")
struct WorkerTests {
    @Test("Each piece of work is done once, in order and one at a time, even if it is added after a pause")
    func order() async {
        let worker = Worker()
        let done = Guarded<[Int]>([])
        let running = Guarded(0)
        for round in 1...3 {
            for number in (round - 1) * 50..<round * 50 {
                worker.add {
                    let others = running.withLock { count in
                        defer { count += 1 }
                        return count
                    }
                    done.withLock { $0.append(others == 0 ? number : -1) }
                    running.withLock { $0 -= 1 }
                }
            }
            #expect(await comesTrue { done.value.count == round * 50 })
        }
        #expect(done.value == Array(0..<150))
    }
}
