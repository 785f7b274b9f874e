import Synchronization

/// Waits for changes: on the thread of a program that has nothing else to do, or on one of its own.
///
/// ``Registry/changes`` does the same with tasks, and with them comes libdispatch, which on Linux looks after its threads once
/// a second from the first task on. Here nothing wakes but the sweep.
package final class FamilyWatch: Sendable {
    private let families: [Registry]
    private let bell: Bell
    private let seen: Mutex<[StorageVersion?]>
    #if os(Linux)
    private let watches: [DirectoryWatch]
    /// How often to look without a hint, in seconds: a backstop where hints come, the pace of changes where none do.
    static let sweep: Int32 = 5
    #else
    static let sweep: Int32 = 1
    #endif

    /// Between two changes, in nanoseconds: a loop of changes is seen ten times a second.
    private static let rest: Int64 = 100_000_000

    /// Watches from now on.
    ///
    /// - Throws: `AppGroupError` where the system has no pipe left to give.
    package init(_ families: [Registry]) throws {
        do throws(SystemError) {
            bell = try Bell()
        } catch {
            throw AppGroupError(.inputOutput, "Changes cannot be waited for: \(error.message).")
        }
        self.families = families
        #if os(Linux)
        let bell = bell
        watches = families.compactMap { ($0.storage as? SQLiteStorage)?.watch { bell.ring() } }
        #endif
        seen = Mutex(families.map { try? $0.storage.version() })
    }

    /// Returns once a family is different from what it was when this was called last, or since watching began. Rests a
    /// moment first, so that many changes become one.
    package func waitForChange() {
        Clock.sleep(nanoseconds: Self.rest)
        while !isDifferent() { bell.wait(milliseconds: Self.sweep * 1000) }
    }

    /// Calls back after each change, on a thread of its own, for as long as the process lives.
    ///
    /// - Throws: `AppGroupError` where the system has no thread left to give.
    package func follow(_ onChange: @escaping @Sendable () -> Void) throws {
        let hasStarted = Threads.start {
            while true {
                self.waitForChange()
                onChange()
            }
        }
        guard hasStarted else {
            throw AppGroupError(.inputOutput, "Changes cannot be waited for: no thread is left.")
        }
    }

    /// Compares the families' versions with those that were seen last. Reads nothing else.
    private func isDifferent() -> Bool {
        seen.withLock { seen in
            // A store that cannot be read now counts as it was.
            let now = zip(families, seen).map { family, before in (try? family.storage.version()) ?? before }
            defer { seen = now }
            return now != seen
        }
    }
}
