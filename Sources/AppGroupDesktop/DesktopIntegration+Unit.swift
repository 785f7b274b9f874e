import AppGroup
import AppGroupPlatform

/// The systemd user unit of the program that keeps the docks' badges, and through `launcher integrate --update` the desktop
/// entries, true to the group.
extension DesktopIntegration {
    private static let unit = "launcher-badge-bridge.service"
    /// The target of a desktop session: the bridge runs as long as the session.
    private static let target = "graphical-session.target"

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
        guard let present = try? Files.contents(of: unitPath, limit: 1 << 20) else {
            plan.steps.append(.writeUnit(path: unitPath, bytes: bytes))
            return
        }
        if !isOwnFile(unitPath, present) {
            plan.remarks.append("\(PlainText.harmless(unitPath)) was written by another program and is left as it is.")
        } else if !isForThisHome(present) {
            plan.remarks.append(otherHomeRemark(unitPath, present))
        } else if present != bytes || !Files.exists(unitLink) {
            plan.steps.append(.writeUnit(path: unitPath, bytes: bytes))
        }
    }

    func removeUnit(from plan: inout IntegrationPlan) {
        guard let present = try? Files.contents(of: unitPath, limit: 1 << 20) else { return }
        if !isOwnFile(unitPath, present) {
            plan.remarks.append("\(PlainText.harmless(unitPath)) was written by another program and is left as it is.")
        } else if !isForThisHome(present) {
            plan.remarks.append(otherHomeRemark(unitPath, present))
        } else {
            plan.steps.append(.removeUnit(path: unitPath))
        }
    }

    /// Whether the file with these bytes was written here and not changed since. A link is the user's.
    func isOwnFile(_ path: String, _ bytes: [UInt8]) -> Bool {
        (try? Files.status(path, followingLinks: false).kind) == .file && Seal.integrate.isIntact(bytes)
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

    func startUnit() throws {
        try describingErrors("The unit's link", unitLink) {
            try Files.makeFolders(Paths.parent(of: unitLink), permissions: 0o700)
            if !Files.exists(unitLink) { try Files.symbolicLink(unitLinkTarget, at: unitLink) }
        }
        tellManager("daemon-reload")
        tellManager("restart", "--no-block", Self.unit)
    }

    func stopUnit(_ path: String) throws {
        guard let present = try? Files.contents(of: path, limit: 1 << 20), isOwnFile(unitPath, present) else { return }
        tellManager("stop", Self.unit)
        try describingErrors("The unit", path) {
            // Another link or file of that name is the user's.
            if (try? Files.target(ofLink: unitLink)) == unitLinkTarget { try? Files.remove(unitLink) }
            try? Files.removeEmptyFolder(Paths.parent(of: unitLink))
            try Files.remove(path)
        }
        tellManager("daemon-reload")
    }

    /// Best effort: if the user's manager is not running, the unit starts with the next session that has one.
    private func tellManager(_ words: String...) {
        guard let runtime = environment.runtimeFolder, Files.exists("\(runtime)/systemd/private"),
            let systemctl = environment.executable(named: "systemctl")
        else { return }
        _ = try? Processes.run(
            Processes.Program(executable: systemctl, arguments: ["--user"] + words, environment: environment),
            timeout: .seconds(30))
    }
}
