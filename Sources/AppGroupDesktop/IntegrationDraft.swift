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
        defaults = integration.defaults
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
        let known = existing?.handled ?? []
        let kept = known.filter { app.schemes.contains($0.scheme) }
        var refused: Set<URLScheme> = []
        let new = app.schemes.filter { scheme in
            guard !kept.contains(where: { $0.scheme == scheme }) else { return false }
            guard opener != nil, !isContested(scheme) else {
                // Keep the handler: an entry that offers the scheme could still replace it.
                if !isChosen(app, for: scheme), otherHandler(of: scheme, for: app) != nil { refused.insert(scheme) }
                return false
            }
            if mayTake(scheme, for: app) { return true }
            refused.insert(scheme)
            return false
        }
        let pending = (existing?.pending ?? []).filter { scheme in kept.contains { $0.scheme == scheme } }
        let unfinished = pending.filter { opener != nil && !isContested($0) && mayTake($0, for: app) }
        taken.formUnion(new + unfinished)
        var file = AppDesktopFile(
            launcher: integration.launcherWords, home: integration.home, group: registry.group, app: app,
            imagePath: registry.imagePath(of: app), program: integration.program(of: app, in: registry),
            handled: kept
                + new.map { AppDesktopFile.Handled(scheme: $0, earlier: earlierHandler(of: $0, for: app)) },
            refused: refused)
        for handled in known where !app.schemes.contains(handled.scheme) { restore(handled, app.desktopFileID) }
        file.pending = pending.filter { !unfinished.contains($0) }
        let settled = file.bytes
        file.pending += new + unfinished
        if existing?.bytes != file.bytes {
            plan.steps.append(.writeEntry(path: path, app: app.id, bytes: file.bytes))
        }
        // An earlier run that was cut off may have left these out.
        let lost = kept.filter { takesOver && opener != nil && $0.earlier == nil && defaults[$0.scheme] == nil }
        let schemes = new + unfinished + lost.map(\.scheme).filter { !unfinished.contains($0) }
        if !schemes.isEmpty {
            plan.steps.append(.setDefault(desktopFileID: app.desktopFileID, schemes: schemes, settled: settled))
        }
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
        guard !taken.contains(handled.scheme), let current = defaults[handled.scheme],
            KeyFile.list(current).first == id
        else { return }
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
            plan.remarks.append("\(PlainText.harmless(path)) was written by another program and is left as it is.")
            return false
        }
        return true
    }

    /// Whether an app may become the default handler of a scheme. It may replace another program only if the user asked for it.
    private mutating func mayTake(_ scheme: URLScheme, for app: AppRecord) -> Bool {
        guard let other = otherHandler(of: scheme, for: app) else { return true }
        plan.remarks.append(
            takesOver
                ? "\(scheme): is opened by \(app.name) from now on; until now it was \(PlainText.harmless(other))."
                : "\(scheme): is still opened by \(PlainText.harmless(other)).")
        return takesOver
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
        KeyFile.list(defaults[scheme] ?? "").first == app.desktopFileID
    }

    private mutating func isContested(_ scheme: URLScheme) -> Bool {
        guard let holders = holders[scheme], holders.count > 1 else { return false }
        if contested.insert(scheme).inserted {
            let list = holders.map { "\($0.id) of \($0.group)" }.joined(separator: " and ")
            plan.remarks.append(
                "The scheme “\(scheme)” is held by \(list), so its default handler stays as it is. Choose one: "
                    + "xdg-mime default \(holders[0].desktopFileID) \(scheme.mimeType)")
        }
        return true
    }
}
