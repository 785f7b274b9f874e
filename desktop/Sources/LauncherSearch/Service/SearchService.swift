import AppGroup
import AppGroupDesktop
import AppGroupPlatform
import DesktopBus

/// The loop that answers calls: one thread, which sleeps until a call comes or there was none for a while.
struct SearchService {
    private let signals: SignalDescriptor
    /// How long to stay without a call.
    private let idle: Duration
    private var index: GroupIndex
    private let opener: ItemOpener
    /// When the program ends unless another call comes.
    private var end = Deadline.never
    /// Whether this process owns its name on the bus.
    private var hasName = false
    private var hasSearched = false
    /// The number of the request to give the name back, once the program is about to end.
    private var release: UInt64?
    /// Whether the bus has taken the name back: calls of it come to another process.
    private var isReleased = false

    init(environment: ProcessEnvironment, idle: Duration) throws(AppGroupError) {
        // Every group counts, no matter which one the session names, and the bus did not start what is opened. This is
        // passed on to child processes.
        var environment = environment
        for name in ["APP_GROUP", "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE"] { environment.variables[name] = nil }
        do throws(SystemError) {
            signals = try SignalDescriptor()
        } catch {
            throw AppGroupError(.inputOutput, "The system has no descriptors left: \(error.message).")
        }
        self.idle = idle
        index = GroupIndex(environment)
        opener = ItemOpener(environment)
    }

    /// Runs until no call has come for a while, a signal ends it, or the bus goes away. None of these is a failure.
    ///
    /// - Throws: ``AppGroupError/Code/notInstalled`` if there is no bus, ``AppGroupError/Code/busy`` if another process
    ///   answers on the same bus.
    mutating func run() throws(AppGroupError) {
        let bus: SessionBus
        do throws(SystemError) {
            bus = try SessionBus(SearchProvider.program)
            try bus.request(SearchProvider.busName)
        } catch {
            throw Self.absence(error)
        }
        postponeEnd()
        while true {
            let outcome: Outcome
            do throws(SystemError) {
                outcome = try process(bus)
            } catch {
                guard hasName else { throw Self.absence(error) }
                return
            }
            switch outcome {
            case .goOn: break
            case .end: return
            case .nameIsTaken:
                throw AppGroupError(
                    .busy, "Another launcher-search already answers as \(SearchProvider.busName) on the session bus.")
            }
            // The bus answers the first messages in the meantime. Between two steps, questions about this program are answered, so
            // that a desktop that asks them can go on.
            if !hasSearched, !bus.hasUnsent, index.readEarly() { continue }
            if hasSearched { index.prepare() }
            let ready = Poll.wait(for: [Poll.Interest(signals.number), bus.events], until: deadline(bus))
            if ready.contains(signals.number), signals.take().wantsEnd { return }
            try beginToEnd(bus)
        }
    }

    /// The consequence of the messages of the bus.
    private enum Outcome { case goOn, end, nameIsTaken }

    private static func absence(_ error: SystemError) -> AppGroupError {
        AppGroupError(
            .notInstalled,
            "There is no session bus to answer searches on: \(error.message). A desktop session has one; to try it "
                + "elsewhere: dbus-run-session")
    }

    private mutating func postponeEnd() { end = Deadline(after: idle) }

    /// How often to look whether the last opening has ended. Nothing wakes the loop then.
    private static let lastPause = Duration.milliseconds(100)

    /// When the loop goes on even if nothing happens.
    private func deadline(_ bus: SessionBus) -> Deadline {
        let next = isReleased ? Deadline(after: Self.lastPause) : bus.deadline
        return release == nil ? min(next, end) : next
    }

    /// Gives the name back if it is time to end. The bus starts a new process for calls from then on; those that came
    /// before are still answered here, and what they open is opened.
    private mutating func beginToEnd(_ bus: SessionBus) throws(AppGroupError) {
        guard release == nil, end.hasPassed else { return }
        guard !opener.isBusy else { return postponeEnd() }
        do throws(SystemError) { release = try bus.release(SearchProvider.busName) } catch { throw Self.absence(error) }
    }

    /// Handles the messages of the bus.
    private mutating func process(_ bus: SessionBus) throws(SystemError) -> Outcome {
        while let message = try bus.next() {
            if let isOurs = try bus.hasName(by: message) {
                guard isOurs else { return .nameIsTaken }
                hasName = true
            } else if let release, message.answers(release) {
                isReleased = true
            } else if message.isCall {
                postponeEnd()
                try answer(message)
            }
        }
        return isReleased && !bus.hasUnsent && !opener.isBusy ? .end : .goOn
    }

    private mutating func answer(_ message: BusMessage) throws(SystemError) {
        if try Introspection.answer(message) { return }
        guard message.path == SearchProvider.objectPath else { return try message.refuse() }
        var isAnswered = try GnomeSearch.answer(message, &index, opener)
        if !isAnswered { isAnswered = try KRunnerSearch.answer(message, &index, opener) }
        guard isAnswered else { return try message.refuse() }
        hasSearched = true
    }
}
