import AppGroup
import AppGroupPlatform

/// The systemd user unit of the program that keeps the docks' badges, and through `launcher integrate --update` the desktop
/// entries, true to the group.
extension DesktopIntegration {
    private static let unit = "launcher-badge-bridge.service"
    /// The target of a desktop session: the bridge runs as long as the session.
    private static let target = "graphical-session.target"
    /// The exit status of `systemctl is-active` if none of the units is.
    private static let inactive: Int32 = 3

    private var units: String { "\(configHome)/systemd/user" }
    var unitPath: String { "\(units)/\(Self.unit)" }
    /// The link that `systemctl enable` would create.
    private var unitLink: String { "\(units)/\(Self.target).wants/\(Self.unit)" }

    private var unitLinkTarget: String { "../\(Self.unit)" }

    func addUnit(to plan: inout IntegrationPlan) {
        guard let bridge else {
            plan.remarks.append(
                "Badges on docks, and entries that follow the group by themselves, need launcher-badge-bridge, which is not "
                    + "installed. Put it beside launcher or into PATH, then try again.")
            return
        }
        let bytes = unitBytes(bridge)
        switch occupant(of: unitPath) {
        case .nothing: plan.steps.append(.writeUnit(path: unitPath, bytes: bytes))
        case .stranger: plan.remarks.append(strangerRemark(unitPath))
        case .ownFile(let present) where !isForThisHome(present):
            plan.remarks.append(otherHomeRemark(unitPath, present))
        case .ownFile(let present) where present != bytes || !Files.exists(unitLink, followingLinks: false):
            plan.steps.append(.writeUnit(path: unitPath, bytes: bytes))
        // The run that wrote it may not have started it, or not have said how a session without the target does.
        case .ownFile where tellManager("is-active", "--quiet", Self.unit, Self.target) == .ended(Self.inactive):
            plan.steps.append(.startUnit(path: unitPath))
        case .ownFile: break
        }
    }

    func removeUnit(from plan: inout IntegrationPlan) {
        switch occupant(of: unitPath) {
        case .nothing: break
        case .stranger: plan.remarks.append(strangerRemark(unitPath))
        case .ownFile(let present) where !isForThisHome(present):
            plan.remarks.append(otherHomeRemark(unitPath, present))
        case .ownFile: plan.steps.append(.removeUnit(path: unitPath))
        }
    }

    private func unitBytes(_ bridge: String) -> [UInt8] {
        Seal.integrate.sealed(
            [
                "[Unit]", "Description=Badges of app groups on docks", "PartOf=\(Self.target)", "After=\(Self.target)",
                "",
                // As an argument of env its path may contain anything but “=”; systemd takes no quotes in the first word.
                "[Service]", "ExecStart=/usr/bin/env \(UnitText.quoted(bridge, isCommand: true))",
                homeAssignment.map { "Environment=\(UnitText.quoted($0))" },
                // Another bridge runs, or the session is over.
                "Restart=on-failure", "RestartSec=5", "RestartPreventExitStatus=75 78", "", "[Install]",
                "WantedBy=\(Self.target)",
            ].compactMap(\.self))
    }

    /// - Returns: What the user has to do if no session starts the bridge, in sentences for them.
    func startUnit() throws -> [String] {
        try describingErrors("The unit's link", unitLink) {
            try Files.makeFolders(Paths.parent(of: unitLink), permissions: 0o700)
            // Another link or file of that name is the user's, even if it leads nowhere.
            if !Files.exists(unitLink, followingLinks: false) { try Files.symbolicLink(unitLinkTarget, at: unitLink) }
        }
        tellManager("daemon-reload")
        tellManager("restart", "--no-block", Self.unit)
        guard tellManager("is-active", "--quiet", Self.target) == .ended(Self.inactive) else { return [] }
        return [
            "The badge bridge starts with \(Self.target), which is not active. If your window manager never starts that, let it run "
                + "this when it starts: systemctl --user start \(Self.unit)"
        ]
    }

    func stopUnit(_ path: String) throws {
        guard case .ownFile = occupant(of: path) else { return }
        tellManager("stop", Self.unit)
        try describingErrors("The unit", path) {
            if (try? Files.target(ofLink: unitLink)) == unitLinkTarget { try? Files.remove(unitLink) }
            try? Files.removeEmptyFolder(Paths.parent(of: unitLink))
            try Files.remove(path)
        }
        tellManager("daemon-reload")
    }

    /// Best effort: if the user's manager is not running, the unit starts with the next session that has one.
    ///
    /// - Returns: How systemctl ended; `nil` if it was not started.
    @discardableResult
    private func tellManager(_ words: String...) -> Processes.Outcome.Ending? {
        guard let runtime = environment.runtimeFolder, Files.exists("\(runtime)/systemd/private"),
            let systemctl = environment.executable(named: "systemctl")
        else { return nil }
        let outcome = try? Processes.run(
            Processes.Program(executable: systemctl, arguments: ["--user"] + words, environment: environment),
            timeout: .seconds(30))
        return outcome?.ending
    }
}
