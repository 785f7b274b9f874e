import AppGroup
import Glibc

/// Adds 1 to a badge again and again, each time in a transaction of its own, and says how long that took.
///
/// `peers/add-loop.c` does the same without this library and prints the same line.
struct AddLoop {
    let count: Int

    func run() throws {
        let family = Registry(group: Fixture.group)
        try family.addToBadge(0, of: Fixture.target, patience: .seconds(60))
        // All processes that started together begin together: when their starter closes the pipe.
        while getchar() != EOF {}
        let start = Self.now()
        var worst: Int64 = 0
        var last = start
        for _ in 0..<count {
            try family.addToBadge(1, of: Fixture.target, patience: .seconds(60))
            let moment = Self.now()
            worst = max(worst, moment - last)
            last = moment
        }
        print("\(start) \(last) \(worst)")
    }

    /// Nanoseconds of the clock that all processes of a machine share.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
