/// Examines what a group's members registered, and finds conflicts.
struct GroupDiagnosis {
    let group: GroupID
    let contents: GroupContents

    private var apps: [AppRecord] { contents.apps }
    private var members: [AppRecord] { contents.members }

    /// The findings that concern this group alone.
    ///
    /// - Parameters:
    ///   - availability: Whether an app can be launched now.
    ///   - isImageBroken: Whether the file of an icon is missing or does not match its name.
    func findings(
        now: Timestamp, availability: (AppRecord) -> Availability, isImageBroken: (AppIcon) -> Bool
    ) -> [RegistryFinding] {
        launches(availability) + schemes() + images(isImageBroken) + dates(now)
    }

    /// The conflicts with another group of the same user.
    func conflicts(with other: GroupContents, of otherGroup: GroupID) -> [RegistryFinding] {
        var findings: [RegistryFinding] = []
        let here = Set(members.map(\.id))
        for app in other.members where here.contains(app.id) {
            findings.append(
                RegistryFinding(
                    .membership, .problem, "\(app.id)", "\(app.id) is also a member of \(otherGroup).",
                    remedy: "Remove it from one of them: launcher unregister \(app.id) --group \(otherGroup)"))
        }
        let owners = Dictionary(members.flatMap { app in app.schemes.map { ($0, app) } }) { first, _ in first }
        for app in other.members {
            for scheme in app.schemes {
                guard let owner = owners[scheme], owner.id != app.id else { continue }
                findings.append(
                    RegistryFinding(
                        .schemes, .note, "\(scheme)",
                        "The scheme “\(scheme)” of \(owner.id) is also that of \(app.id) in the group \(otherGroup).",
                        remedy: "Name the group when you open such a URL: launcher open --group \(group) \(scheme):"))
            }
        }
        return findings
    }

    private func launches(_ availability: (AppRecord) -> Availability) -> [RegistryFinding] {
        let missing = members.compactMap { app -> RegistryFinding? in
            guard case .notInstalled(let reason) = availability(app) else { return nil }
            return RegistryFinding(
                .launches, .note, "\(app.id)", "\(app.name) (\(app.id)) is not installed: \(reason).",
                remedy: "Install it again, or run: launcher prune")
        }
        return missing.isEmpty
            ? [RegistryFinding(.launches, .ok, "\(group)", "Every app of the group can be launched.")] : missing
    }

    private func schemes() -> [RegistryFinding] {
        let owners = Dictionary(apps.flatMap { app in app.schemes.map { ($0, app.id) } }) { first, _ in first }
        let yielded = apps.flatMap { app in
            app.claims.filter(\.isYielded).map { claim in
                let owner = owners[claim.scheme]
                return RegistryFinding(
                    .schemes, .note, "\(claim.scheme)",
                    "\(app.id) yielded the scheme “\(claim.scheme)”"
                        + (owner.map { " to \($0) while it was not installed." } ?? ", and no app has it now."),
                    remedy: owner == nil
                        ? "Register \(app.id) again." : "Register one of them with another scheme, if both are wanted.")
            }
        }
        return yielded.isEmpty
            ? [RegistryFinding(.schemes, .ok, "\(group)", "No two apps of the group want the same scheme.")] : yielded
    }

    private func images(_ isBroken: (AppIcon) -> Bool) -> [RegistryFinding] {
        let broken = apps.filter { $0.icon.map(isBroken) ?? false }.map { app in
            RegistryFinding(
                .images, .problem, "\(app.id)",
                "The icon of \(app.id) is missing, or is not the image that it registered.",
                remedy: "Run: launcher doctor --repair; \(app.id) then brings it again when it next starts.")
        }
        return broken.isEmpty
            ? [RegistryFinding(.images, .ok, "\(group)", "Every icon is present and intact.")] : broken
    }

    /// In milliseconds: clocks are often set back by a little.
    private static let tolerance: Int64 = 60_000

    private func dates(_ now: Timestamp) -> [RegistryFinding] {
        let latest = Timestamp(milliseconds: now.milliseconds + Self.tolerance)
        var findings: [RegistryFinding] = []
        func examine(_ moment: Timestamp?, _ what: String, of app: AppID) {
            guard let moment, moment > latest else { return }
            findings.append(
                RegistryFinding(
                    .dates, .note, "\(app)", "\(app) \(what) in the future, on \(moment).",
                    remedy: "Set the machine's clock right if it is wrong; such a date counts as now."))
        }
        for app in apps {
            examine(app.registered, "was registered", of: app.id)
            examine(app.missingSince, "has been missing since a moment", of: app.id)
            examine(app.unregistered, "was unregistered", of: app.id)
            examine(app.usage.lastOpened, "was last opened", of: app.id)
        }
        if let opening = contents.openings.max(by: { $0.moment < $1.moment }), findings.isEmpty {
            examine(opening.moment, "was opened", of: opening.app)
        }
        return findings.isEmpty ? [RegistryFinding(.dates, .ok, "\(group)", "No date lies in the future.")] : findings
    }
}

/// The part of a group's data that is examined.
struct GroupContents {
    let apps: [AppRecord]
    let openings: [AppOpening]

    /// The apps that have not left the group.
    var members: [AppRecord] { apps.filter { $0.unregistered == nil } }

    init(_ reader: any RegistryReader) throws {
        apps = try reader.apps().sorted { $0.id < $1.id }
        openings = try reader.openings()
    }

    /// The contents of a registry; `nil` if there is none, or if it has another version.
    ///
    /// - Throws: Why it cannot be read.
    init?(_ container: Container, schema: Schema) throws {
        guard try container.check(), let file = try container.checkDatabase(), file.size > 0 else { return nil }
        let session = try SQLiteSession(container: container, identity: file.identity)
        guard try schema.state(of: session.connection) == .usable(version: schema.version) else { return nil }
        self = try session.transaction("BEGIN") { try GroupContents($0) }
    }
}
