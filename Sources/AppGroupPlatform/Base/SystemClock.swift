#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The machine's clocks.
public enum SystemClock {
    /// Milliseconds since 1970, by the wall clock.
    package static func milliseconds() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Nanoseconds since some moment in the past; never goes back.
    package static func monotonicNanoseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    package static func sleep(nanoseconds: Int64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Seconds that local time is ahead of UTC at a moment, which is in seconds since 1970.
    package static func utcOffset(atSecond moment: Int64) -> Int64 {
        // Otherwise a process would keep the time zone that it first saw, even after its user has traveled.
        tzset()
        var seconds = time_t(moment)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        return Int64(local.tm_gmtoff)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
