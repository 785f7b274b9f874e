/// Looks at what a family's members registered, and says what does not fit together.
struct FamilyDiagnosis {
    let group: GroupID
    let contents: FamilyContents

    private var apps: [AppRecord] { contents.apps }
    private var members: [AppRecord] { contents.members }

    /// Everything that needs no other group.
    ///
    /// - Parameters:
    ///   - availability: Whether an app can be launched now.
    ///   - isImageBroken: Whether the file of an icon is missing or is not what its name says.
    func findings(
        now: Timestamp, availability: (AppRecord) -> Availability, isImageBroken: (Icon) -> Bool
    ) -> [Finding] {
        launches(availability) + schemes() + images(isImageBroken) + dates(now)
    }

    /// What conflicts with another group of the same user.
    func conflicts(with other: FamilyContents, of otherGroup: GroupID) -> [Finding] {
        var findings: [Finding] = []
        let here = Set(members.map(\.id))
        for app in other.members where here.contains(app.id) {
            findings.append(
                Finding(
                    .membership, .problem, "\(app.id)", "\(app.id) is a member of \(otherGroup), too.",
                    remedy: "Take it out of one: launcher unregister \(app.id) --group \(otherGroup)"))
        }
        let owners = Dictionary(members.flatMap { app in app.schemes.map { ($0, app) } }) { first, _ in first }
        for app in other.members {
            for scheme in app.schemes {
                guard let owner = owners[scheme], owner.id != app.id else { continue }
                findings.append(
                    Finding(
                        .schemes, .note, "\(scheme)",
                        "The scheme “\(scheme)” of \(owner.id) is also that of \(app.id) in the group \(otherGroup).",
                        remedy: "Name the group when you open such a URL: launcher open --group \(group) \(scheme):"))
            }
        }
        return findings
    }

    private func launches(_ availability: (AppRecord) -> Availability) -> [Finding] {
        let missing = members.compactMap { app -> Finding? in
            guard case .notInstalled(let reason) = availability(app) else { return nil }
            return Finding(
                .launches, .note, "\(app.id)", "\(app.name) (\(app.id)) is not installed: \(reason).",
                remedy: "Install it again, or run: launcher prune")
        }
        return missing.isEmpty
            ? [Finding(.launches, .ok, "\(group)", "Every app of the group can be launched.")] : missing
    }

    private func schemes() -> [Finding] {
        let owners = Dictionary(apps.flatMap { app in app.schemes.map { ($0, app.id) } }) { first, _ in first }
        let yielded = apps.flatMap { app in
            app.claims.filter(\.isYielded).map { claim in
                let owner = owners[claim.scheme]
                return Finding(
                    .schemes, .note, "\(claim.scheme)",
                    "\(app.id) yielded the scheme “\(claim.scheme)”"
                        + (owner.map { " to \($0) while it was not installed." } ?? ", and nobody has it now."),
                    remedy: owner == nil
                        ? "Register \(app.id) again." : "Register one of them with another scheme, if both are wanted.")
            }
        }
        return yielded.isEmpty
            ? [Finding(.schemes, .ok, "\(group)", "No two apps of the group want the same scheme.")] : yielded
    }

    private func images(_ isBroken: (Icon) -> Bool) -> [Finding] {
        let broken = apps.filter { $0.icon.map(isBroken) ?? false }.map { app in
            Finding(
                .images, .problem, "\(app.id)",
                "The icon of \(app.id) is missing, or is not the image that it registered.",
                remedy: "Run: launcher doctor --repair; \(app.id) then brings it again when it next starts.")
        }
        return broken.isEmpty ? [Finding(.images, .ok, "\(group)", "Every icon is there and undamaged.")] : broken
    }

    /// Clocks are set back by a little all the time.
    private static let tolerance: Int64 = 60_000

    private func dates(_ now: Timestamp) -> [Finding] {
        let latest = Timestamp(milliseconds: now.milliseconds + Self.tolerance)
        var findings: [Finding] = []
        func examine(_ moment: Timestamp?, _ what: String, of app: AppID) {
            guard let moment, moment > latest else { return }
            findings.append(
                Finding(
                    .dates, .note, "\(app)", "\(app) \(what) in the future, on \(moment).",
                    remedy: "Set the machine's clock right if it is wrong; such a date counts as now."))
        }
        for app in apps {
            examine(app.registered, "was registered", of: app.id)
            examine(app.missingSince, "is missing since a moment", of: app.id)
            examine(app.unregistered, "was unregistered", of: app.id)
            examine(app.usage.lastOpened, "was last opened", of: app.id)
        }
        if let opening = contents.openings.max(by: { $0.moment < $1.moment }), findings.isEmpty {
            examine(opening.moment, "was opened", of: opening.app)
        }
        return findings.isEmpty ? [Finding(.dates, .ok, "\(group)", "No date lies in the future.")] : findings
    }
}
