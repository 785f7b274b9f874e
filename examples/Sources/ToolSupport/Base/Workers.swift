import CToolSupport
import Synchronization

/// Threads that share a number of tasks.
public enum Workers {
    /// Runs a closure for each number below `count`, several at a time, and waits for all of them.
    ///
    /// - Parameter threads: How many run at the same time at most.
    public static func run(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let next = NextNumber(below: count)
        let work: @Sendable () -> Void = { while let number = next.take() { body(number) } }
        let others = (1..<max(1, min(threads, count))).compactMap { _ in start(work) }
        work()
        for thread in others { pthread_join(thread, nil) }
    }

    /// Starts a thread; nil if the system has no more.
    private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
        let box = Unmanaged.passRetained(Box(work))
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(
            &thread, nil,
            {
                Box.open($0); return nil
            }, box.toOpaque())
        #else
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            {
                Box.open($0!); return nil
            }, box.toOpaque())
        #endif
        guard code == 0 else {
            box.release()
            return nil
        }
        return thread
    }

    private final class Box: Sendable {
        private let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }

        static func open(_ pointer: UnsafeMutableRawPointer) {
            Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
        }
    }
}

/// Hands out each number once.
private final class NextNumber: Sendable {
    private let taken = Atomic(0)
    private let count: Int

    init(below count: Int) { self.count = count }

    func take() -> Int? {
        let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}
