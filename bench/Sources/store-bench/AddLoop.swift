import AppGroup
import AppGroupPlatform

/// Adds 1 to a badge many times, each time in a transaction of its own, and prints how long that took.
/// Times are in nanoseconds of the clock that all processes of a machine share.
///
/// `peers/add-loop.c` does the same without this library and prints the same line.
struct AddLoop {
    let count: Int

    func run() throws {
        let group = Registry(group: Fixture.group)
        try group.addToBadge(0, of: Fixture.target, patience: .seconds(60))
        // Processes that were started together begin together, when their parent closes the pipe.
        while readLine() != nil {}
        let start = SystemClock.monotonicNanoseconds()
        var worst: Int64 = 0
        var last = start
        for _ in 0..<count {
            try group.addToBadge(1, of: Fixture.target, patience: .seconds(60))
            let moment = SystemClock.monotonicNanoseconds()
            worst = max(worst, moment - last)
            last = moment
        }
        print("\(start) \(last) \(worst)")
    }
}
