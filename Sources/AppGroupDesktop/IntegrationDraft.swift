import AppGroup
import AppGroupPlatform

/// A plan in preparation.
struct IntegrationDraft {
    private let integration: DesktopIntegration
    private let written: [String: ExistingDesktopFile]
    private let holders: [URLScheme: [AppEntry]]
    private let defaults: MimeAppsList
    private let opener: String?
    private let takesOver: Bool
    private var wanted: Set<String> = []
    /// The schemes about which a remark says that several apps hold them.
    private var contested: Set<URLScheme> = []
    /// The schemes that an entry takes in this run.
    private var taken: Set<URLScheme> = []
    var plan: IntegrationPlan

    init(_ integration: DesktopIntegration, _ apps: [AppEntry], _ plan: IntegrationPlan, takesOver: Bool) {
        self.takesOver = takesOver
        self.integration = integration
        self.plan = plan
        let files = ExistingDesktopFile.all(in: integration.entries)
        written = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        holders = apps.reduce(into: [:]) { holders, app in
            for scheme in app.schemes { holders[scheme, default: []].append(app) }
        }
        defaults = integration.defaults.list
        opener = integration.environment.executable(named: "xdg-mime")
        if opener == nil, !apps.isEmpty {
            self.plan.remarks.append(
                "No default handler is set, because xdg-mime is not in PATH. Install it (Debian: xdg-utils), then try again."
            )
        }
    }

    /// Plans the entry of an app, and the schemes that it will handle.
    mutating func add(_ app: AppRecord, of registry: Registry) {
        if case .desktopFile = app.launch { return }
        let path = "\(integration.entries)/\(app.desktopFileID)"
        guard !wanted.contains(path), mayWrite(path, for: app, of: registry.group) else { return }
        wanted.insert(path)
        let existing = written[path]
        let schemes = divide(app, existing)
        taken.formUnion(schemes.new + schemes.unfinished)
        for handled in existing?.handled ?? [] where !app.schemes.contains(handled.scheme) {
            restore(handled, app.desktopFileID)
        }
        let file = AppDesktopFile(
            launcher: integration.launcherWords, home: integration.home, group: registry.group, app: app,
            imagePath: registry.imagePath(of: app), program: integration.program(of: app, in: registry),
            handled: schemes.kept
                + schemes.new.map { AppDesktopFile.Handled(scheme: $0, earlier: earlierHandler(of: $0, for: app)) },
            refused: schemes.refused)
        let bytes = file.with(pending: schemes.pending + schemes.new + schemes.unfinished).bytes
        if existing?.bytes != bytes { plan.steps.append(.writeEntry(path: path, app: app.id, bytes: bytes)) }
        let missing = schemes.new + schemes.unfinished + schemes.lost
        if !missing.isEmpty {
            plan.steps.append(
                .setDefault(
                    desktopFileID: app.desktopFileID, schemes: missing,
                    settled: file.with(pending: schemes.pending).bytes))
        }
    }

    /// What becomes of the schemes of an app.
    private struct SchemePlan {
        /// Those that its entry handles already.
        var kept: [AppDesktopFile.Handled] = []
        /// Those that its entry takes now.
        var new: [URLScheme] = []
        /// Those that an earlier run took, but was cut off before it set them. They are set now.
        var unfinished: [URLScheme] = []
        /// The others of them, which stay as they are.
        var pending: [URLScheme] = []
        /// Those that its entry handles, but that the user's defaults lack.
        var lost: [URLScheme] = []
        /// Those that another program opens.
        var refused: Set<URLScheme> = []
    }

    private mutating func divide(_ app: AppRecord, _ existing: ExistingDesktopFile?) -> SchemePlan {
        var schemes = SchemePlan()
        schemes.kept = (existing?.handled ?? []).filter { app.schemes.contains($0.scheme) }
        let kept = Set(schemes.kept.map(\.scheme))
        for scheme in app.schemes where !kept.contains(scheme) {
            switch decide(on: scheme, for: app) {
            case .take: schemes.new.append(scheme)
            case .refuse: schemes.refused.insert(scheme)
            case .leave:
                // Keep the handler: an entry that offers the scheme could still replace it.
                guard !isChosen(app, for: scheme), otherHandler(of: scheme, for: app) != nil else { continue }
                schemes.refused.insert(scheme)
            }
        }
        for scheme in existing?.pending ?? [] where kept.contains(scheme) {
            if decide(on: scheme, for: app) == .take {
                schemes.unfinished.append(scheme)
            } else {
                schemes.pending.append(scheme)
            }
        }
        // An earlier run that was cut off may have left these out.
        if takesOver, opener != nil {
            schemes.lost = schemes.kept.filter { $0.earlier == nil && defaults[$0.scheme] == nil }.map(\.scheme)
                .filter { !schemes.unfinished.contains($0) }
        }
        return schemes
    }

    /// Plans to remove the entries of earlier runs that are no longer wanted.
    mutating func removeOthers(_ isInScope: (ExistingDesktopFile) -> Bool) {
        for file in written.values.sorted(by: { $0.path < $1.path }) {
            guard file.home == integration.home, !wanted.contains(file.path), isInScope(file) else { continue }
            guard file.isIntact else {
                plan.remarks.append(
                    "\(PlainText.harmless(file.path)) was changed by another program and is left there.")
                continue
            }
            for handled in file.handled { restore(handled, file.desktopFileID) }
            plan.steps.append(.removeEntry(path: file.path, app: file.app))
        }
    }

    /// The handler of a scheme before any entry of these groups; `nil` for none.
    ///
    /// The entry that has the scheme now loses it in this run. If that were restored later, it could name a missing file.
    private func earlierHandler(of scheme: URLScheme, for app: AppRecord) -> String? {
        guard let current = defaults[scheme] else { return nil }
        let first = KeyFile.list(current).first ?? ""
        guard first != app.desktopFileID else { return nil }
        guard let own = written["\(integration.entries)/\(first)"], own.home == integration.home, own.isIntact else {
            return current
        }
        return own.handled.first { $0.scheme == scheme }?.earlier
    }

    /// If the user has chosen another handler in the meantime, it stays. An entry that takes the scheme keeps the earlier one.
    private mutating func restore(_ handled: AppDesktopFile.Handled, _ id: String) {
        guard !taken.contains(handled.scheme), defaults.handler(of: handled.scheme) == id else { return }
        plan.steps.append(.restoreDefault(desktopFileID: id, scheme: handled.scheme, earlier: handled.earlier))
    }

    private mutating func mayWrite(_ path: String, for app: AppRecord, of group: GroupID) -> Bool {
        let id = app.desktopFileID
        let others = DesktopEntryLocator(integration.environment).folders.filter { $0 != integration.entries }
        let masked = others.lazy.compactMap { DesktopEntryLocator.path(of: id, in: $0) }.first
        if let masked {
            plan.remarks.append("\(app.name) already has an entry by another program, \(PlainText.harmless(masked)).")
            return false
        }
        if let file = written[path] {
            guard file.home == integration.home, file.group == group else {
                plan.remarks.append(
                    "\(app.name) (\(app.id)) of \(group) gets no entry, because \(PlainText.harmless(path)) is that of the "
                        + "group \(file.group) in \(PlainText.harmless(file.home)).")
                return false
            }
            guard file.isIntact else {
                plan.remarks.append(
                    "\(PlainText.harmless(path)) was changed by another program and is left as it is. Delete it to have it "
                        + "written again.")
                // It is still the entry of this app.
                wanted.insert(path)
                return false
            }
            return true
        }
        guard !Files.exists(path, followingLinks: false) else {
            plan.remarks.append(integration.strangerRemark(path))
            return false
        }
        return true
    }

    private enum Decision {
        /// The app becomes the default handler.
        case take
        /// Another program stays the default handler.
        case refuse
        /// Nothing changes, because it can't, or because several apps hold the scheme.
        case leave
    }

    /// Decides whether an app becomes the default handler of a scheme, and remarks on what the user may not expect. The app may
    /// replace another program only if the user asked for it.
    private mutating func decide(on scheme: URLScheme, for app: AppRecord) -> Decision {
        guard opener != nil else { return .leave }
        if let holders = holders[scheme], holders.count > 1 {
            remark(onContested: scheme, holders)
            return .leave
        }
        guard let other = otherHandler(of: scheme, for: app) else { return .take }
        plan.remarks.append(
            takesOver
                ? "\(scheme): goes from \(PlainText.harmless(other)) to \(app.name)."
                : "\(scheme): is still opened by \(PlainText.harmless(other)).")
        return takesOver ? .take : .refuse
    }

    /// Remarks once that several apps hold a scheme.
    private mutating func remark(onContested scheme: URLScheme, _ holders: [AppEntry]) {
        guard contested.insert(scheme).inserted else { return }
        let list = holders.map { "\($0.id) of \($0.group)" }.joined(separator: " and ")
        plan.remarks.append(
            "The scheme “\(scheme)” is held by \(list), so its default handler stays as it is. Choose one: "
                + "xdg-mime default \(holders[0].desktopFileID) \(scheme.mimeType)")
    }

    /// The entry of another program that opens the URLs of a scheme; `nil` if there is none.
    private func otherHandler(of scheme: URLScheme, for app: AppRecord) -> String? {
        let locator = DesktopEntryLocator(integration.environment)
        return DefaultHandler(integration.environment).candidates(for: scheme).first { id in
            guard id != app.desktopFileID, let entry = try? locator.entry(id) else { return false }
            return !entry.isOurs && !entry.isHidden
        }
    }

    /// Whether the user has made an app the default handler of a scheme.
    private func isChosen(_ app: AppRecord, for scheme: URLScheme) -> Bool {
        defaults.handler(of: scheme) == app.desktopFileID
    }
}
