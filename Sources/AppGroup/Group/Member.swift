import AppGroupPlatform

/// A tool's own place in a group, which it holds after it has joined.
///
/// No call of a member throws or stops the tool. Failures go to the function that was passed to
/// ``Registry/join(_:onFailure:)``, and the tool carries on. A call waits at most half a second for another writer. After
/// one call has waited without success, later calls try once and do not wait, until one succeeds.
///
/// If the tool could not be registered because another process was writing, or because the disk was full, each later call
/// that writes tries to register it again first.
public final class Member: Sendable {
    /// The app that joined.
    public let id: AppID
    /// The registry of the group that it joined.
    public let registry: Registry

    private let onFailure: @Sendable (AppGroupError) -> Void
    private let schemes: [URLScheme]
    private let state: Exclusive<State>

    private struct State {
        /// Whether the tool was registered, and has not left since.
        var hasJoined = false
        /// Until when it need not be read again that openings are recorded: see ``SystemClock/monotonicNanoseconds()``.
        var recordsUntil: Int64 = 0
        /// What a later call registers; `nil` once that has succeeded, or if it cannot succeed.
        var unregistered: Unregistered?
        var patience = Member.fullPatience
        /// The threads that are in ``onFailure``.
        var reporting: Set<Threads.Identity> = []
    }

    private final class Unregistered: Sendable {
        let app: AppDescription
        init(_ app: AppDescription) { self.app = app }
    }

    /// The promised half second, minus the time that the rest of a call may take.
    private static let fullPatience = Duration.milliseconds(450)

    /// How long what the registration read counts as new, in nanoseconds.
    private static let freshness: Int64 = 100_000_000

    init(_ app: AppDescription, of group: Registry, onFailure: @escaping @Sendable (AppGroupError) -> Void) {
        id = app.id
        schemes = app.schemes
        registry = group
        self.onFailure = onFailure
        state = Exclusive(State())
        register(app)
    }

    /// Whether the tool could be registered and the group still has it. This reads the registry; `false` if it cannot be read.
    ///
    /// If registering failed, calls that write do nothing but try to register again, and only if the failure may pass. If
    /// somebody has since unregistered the tool, deleted it or moved it to another group, no list shows what the tool writes. To
    /// come back, it joins again: see ``Registry/join(_:onFailure:)``.
    public var isJoined: Bool { hasJoined && record() != nil }

    /// Sets the badge: how many things need the user's attention. 0 clears it, and a negative number counts as 0.
    public func setBadge(_ count: Int) {
        perform { (patience) throws(AppGroupError) in
            try self.registry.setBadge(BadgeCount(clamping: count), of: self.id, patience: patience)
        }
    }

    /// Adds to the badge, which never falls below 0. If several processes add at the same time, every addition counts.
    public func addToBadge(_ delta: Int) {
        perform { (patience) throws(AppGroupError) in
            _ = try self.registry.addToBadge(Int64(delta), of: self.id, patience: patience)
        }
    }

    /// Sets a field, a further value that the group may know; `nil` removes it.
    public func setField(_ key: FieldKey, to value: FieldValue?) {
        perform { (patience) throws(AppGroupError) in
            try self.registry.setField(key, to: value, of: self.id, patience: patience)
        }
    }

    /// Counts that the user opened this tool, unless the launcher or another tool opened it and has counted that already.
    /// Call it once, when the tool starts for its user; registering alone does not count as use.
    public func recordOpening() { change { $0.recordOpening() } }

    /// Makes several changes in one write. If they change nothing, this writes nothing and takes no lock. If the value of one
    /// field is refused, no change is made.
    ///
    /// ```swift
    /// member.change {
    ///     $0.recordOpening()
    ///     $0.setBadge(3)
    /// }
    /// ```
    public func change(_ describe: (inout AppChanges) -> Void) {
        var changes = AppChanges()
        describe(&changes)
        perform { (patience) throws(AppGroupError) in
            // If that is no longer so, the write finds it out.
            let isNeeded = self.isKnownToRecord() && changes.recordsOpening
            try self.registry.change(self.id, by: changes, isNeeded: isNeeded, patience: patience)
        }
    }

    /// The badge as the group sees it, even if the tool could not be registered this time; 0 if the group does not have the tool
    /// or cannot be read.
    public func badge() -> Int { record().map { Int($0.badge.value) } ?? 0 }

    /// The fields as the group sees them, even if the tool could not be registered this time; none if the group does not have
    /// the tool or cannot be read.
    public func fields() -> [FieldKey: FieldValue] { record()?.fields ?? [:] }

    /// One of ``fields()``; `nil` if it is not among them.
    public func field(_ key: FieldKey) -> FieldValue? { record()?.fields[key] }

    /// Leaves the group: the tool is hidden at once, and deleted when the grace period ends. Afterwards calls that write
    /// do nothing. If the tool joins again before it is deleted, badge, fields and history are still there. It may join another
    /// group instead, and is new there.
    public func leave() {
        let mayBeRegistered = withState { state in
            defer { state.unregistered = nil }
            return state.hasJoined || state.unregistered != nil
        }
        guard mayBeRegistered else { return }
        let result = attempt { (patience) throws(AppGroupError) in
            guard try registry.app(id) != nil else { return }
            try registry.unregister(id, patience: patience)
        }
        if result.isSuccess { withState { $0.hasJoined = false } }
    }

    /// What the group has of the tool; `nil` if it has none, or if the tool was unregistered.
    private func record() -> AppRecord? {
        do {
            let app = try registry.read { try $0.app(id) }
            return app?.unregistered == nil ? app : nil
        } catch {
            report(error)
            return nil
        }
    }

    /// The URL that the tool was opened with: the first argument with one of its own schemes.
    public func openedURL(in arguments: [String] = CommandLine.arguments) -> AppURL? {
        AppURL.first(in: arguments.dropFirst(), of: schemes)
    }

    private var hasJoined: Bool { withState { $0.hasJoined } }

    private func perform(_ call: (Duration) throws(AppGroupError) -> Void) {
        let unregistered = withState { $0.hasJoined ? nil : $0.unregistered }
        if let unregistered { register(unregistered.app) }
        if hasJoined { _ = attempt(call) }
    }

    private func register(_ app: AppDescription) {
        let result = attempt { (patience) throws(AppGroupError) in try registry.register(app, patience: patience) }
        withState { state in
            // Another thread may have registered it in the meantime.
            state.hasJoined = state.hasJoined || result.isSuccess
            state.unregistered = state.hasJoined || !result.mayPass ? nil : Unregistered(app)
        }
        guard case .success(let registration) = result else { return }
        if registration.recordsUse {
            let end = SystemClock.monotonicNanoseconds() + Self.freshness
            withState { $0.recordsUntil = end }
        }
        for (scheme, owner) in registration.withheld {
            report(
                AppGroupError(
                    .schemeTaken,
                    "\(app.id) is registered without the scheme “\(scheme)”: \(owner) took it over while \(app.id) was not installed."
                ))
        }
    }

    /// Whether registration has just read that openings are recorded. Only the first change afterwards uses this: the one in
    /// which a starting tool counts its opening.
    private func isKnownToRecord() -> Bool {
        let now = SystemClock.monotonicNanoseconds()
        return withState { state in
            defer { state.recordsUntil = 0 }
            return now < state.recordsUntil
        }
    }

    /// Makes a call that writes, and reports it if it fails.
    private func attempt<Value>(
        _ call: (Duration) throws(AppGroupError) -> Value
    ) -> Result<Value, AppGroupError> {
        do {
            let value = try call(withState { $0.patience })
            withState { $0.patience = Self.fullPatience }
            return .success(value)
        } catch {
            if error.code == .busy { withState { $0.patience = .zero } }
            report(error)
            return .failure(error)
        }
    }

    /// Passes a failure on, but not that of a call which ``onFailure`` makes: that could go on forever.
    private func report(_ error: AppGroupError) {
        let thread = Threads.current
        guard withState({ $0.reporting.insert(thread).inserted }) else { return }
        onFailure(error)
        withState { _ = $0.reporting.remove(thread) }
    }

    private func withState<Value>(_ body: (inout State) -> Value) -> Value {
        ForkGate.pass { state.withLock(body) }
    }
}

extension Result where Failure == AppGroupError {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }

    /// Whether it is a failure that may be over when the same is tried again.
    fileprivate var mayPass: Bool {
        if case .failure(let error) = self { error.code == .busy || error.code == .inputOutput } else { false }
    }
}

extension Member: CustomReflectable {
    /// The app and whether it joined. Reflection copies what it shows, and the member's lock cannot be copied.
    public var customMirror: Mirror {
        Mirror(self, children: ["id": id, "registry": registry, "hasJoined": hasJoined])
    }
}

extension Registry {
    /// Registers this tool in the group. A failure is reported and never stops the tool.
    ///
    /// - Parameters:
    ///   - app: What the tool volunteers.
    ///   - onFailure: Called with each failure, on the thread that made the call; by default failures are dropped. It may use the
    ///     member; failures of calls that it makes are dropped.
    /// - Returns: The tool's place in the group. If registering failed, calls that write try again or do nothing: see
    ///   ``Member/isJoined``.
    public func join(
        _ app: AppDescription, onFailure: @escaping @Sendable (AppGroupError) -> Void = { _ in }
    ) -> Member {
        Member(app, of: self, onFailure: onFailure)
    }
}
