import Synchronization

/// One's own place in a family: what a tool holds after it has joined.
///
/// No call of a member throws or stops the tool. A failure goes to the function that was given to
/// ``Registry/join(_:onFailure:)``, and the tool carries on. A call waits at most half a second for another writer, and
/// once one has waited in vain, those after it try and do not wait, until one succeeds.
public final class Member: Sendable {
    /// The app that joined.
    public let id: AppID
    /// The family that it joined.
    public let family: Registry

    private let onFailure: @Sendable (AppGroupError) -> Void
    private let schemes: [URLScheme]
    private let state: Mutex<State>

    private struct State {
        var isJoined = false
        var patience = Member.fullPatience
    }

    /// Less than what is promised by as much as the rest of a call may take.
    private static let fullPatience = Duration.milliseconds(450)

    init(_ app: RegisteredApp, of family: Registry, onFailure: @escaping @Sendable (AppGroupError) -> Void) {
        id = app.id
        schemes = app.schemes
        self.family = family
        self.onFailure = onFailure
        state = Mutex(State())
        let registration = attempt { try family.register(app, patience: $0) }
        state.withLock { $0.isJoined = registration != nil }
        for (scheme, owner) in registration?.withheld ?? [:] {
            onFailure(
                AppGroupError(
                    .schemeTaken,
                    "\(app.id) is registered without the scheme “\(scheme)”: \(owner) took it over while \(app.id) was not installed."
                ))
        }
    }

    /// Whether the registration succeeded. If not, the other calls do nothing.
    public var isJoined: Bool { state.withLock(\.isJoined) }

    /// Sets how many things need the user's attention; 0 clears the badge, and a negative number counts as 0.
    public func setBadge(_ count: Int) {
        perform { try self.family.setBadge(BadgeCount(clamping: count), of: self.id, patience: $0) }
    }

    /// Adds to the badge, which never falls below 0. Additions of several processes at once all count.
    public func addToBadge(_ delta: Int) {
        perform { _ = try self.family.addToBadge(Int64(delta), of: self.id, patience: $0) }
    }

    /// Sets a further value that the family may know; `nil` takes it away.
    public func setField(_ key: FieldKey, _ value: FieldValue?) {
        perform { try self.family.setField(key, to: value, of: self.id, patience: $0) }
    }

    /// Counts that the user opened this tool, unless whoever opened it has counted it already. Call it once, when the tool
    /// starts for its user; registering alone is no use.
    public func recordOpening() {
        perform { try self.family.recordOwnOpening(of: self.id, patience: $0) }
    }

    /// The URL that the tool was opened with: the first of its arguments whose scheme is one of its own.
    public func openedURL(in arguments: [String] = CommandLine.arguments) -> AppURL? {
        arguments.dropFirst().lazy.compactMap { try? AppURL($0) }.first { self.schemes.contains($0.scheme) }
    }

    private func perform(_ call: (Duration) throws -> Void) {
        guard isJoined else { return }
        attempt(call)
    }

    @discardableResult
    private func attempt<Result>(_ call: (Duration) throws -> Result) -> Result? {
        do {
            let result = try call(state.withLock(\.patience))
            state.withLock { $0.patience = Self.fullPatience }
            return result
        } catch {
            let error = error as? AppGroupError ?? AppGroupError(.inputOutput, "\(error)")
            if error.code == .busy { state.withLock { $0.patience = .zero } }
            onFailure(error)
            return nil
        }
    }
}

extension Member: CustomReflectable {
    /// The app and whether it joined. Reflection copies what it shows, and the member's lock cannot be copied.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "family": family, "isJoined": isJoined]) }
}

extension Registry {
    /// Takes this tool into the family, and never stops it: whatever fails is reported and the tool carries on.
    ///
    /// - Parameters:
    ///   - app: What the tool volunteers.
    ///   - onFailure: Called with each failure, on the thread that made the call; by default failures are dropped.
    /// - Returns: The tool's place in the family. Where registering failed, its calls do nothing.
    public func join(
        _ app: RegisteredApp, onFailure: @escaping @Sendable (AppGroupError) -> Void = { _ in }
    ) -> Member {
        Member(app, of: self, onFailure: onFailure)
    }
}
