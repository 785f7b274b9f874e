import AppGroup
import AppGroupPlatform
import AppGroupCommands
import ArgumentParser

/// A systemd timer for this user that checks for updates (systemd.timer(5), systemd.service(5)).
struct UpdateTimer {
    /// How often it runs.
    enum Interval: String, CaseIterable, ExpressibleByArgument {
        case hourly, daily, weekly
    }

    let folders: ClientFolders
    let environment: ProcessEnvironment

    private static let name = "launcher-update"
    /// A line by which the units are known.
    private static let documentation = "Documentation=man:launcher-update(1)"

    private var service: String { "\(folders.units)/\(Self.name).service" }
    private var timer: String { "\(folders.units)/\(Self.name).timer" }

    /// Writes the units and starts the timer. If that fails, a new timer leaves nothing behind, and a changed one takes effect at the
    /// next login.
    func set(up interval: Interval, installing: Bool) throws {
        guard let program = ThisProcess.executable else {
            throw ClientError(
                .unreachable, "This system does not say where launcher-store is; set up a timer yourself.")
        }
        let isFirst = !Files.exists(timer)
        for file in [service, timer] where Files.exists(file, followingLinks: false) && !isOurs(file) {
            throw ClientError(
                .cannotCreate, "\(file) was not written by launcher-store; move it away, and try again.")
        }
        try PrivateFile.replace(
            service, with: Array(serviceUnit(program, installing: installing).utf8), permissions: 0o644)
        try PrivateFile.replace(timer, with: Array(timerUnit(interval).utf8), permissions: 0o644)
        // A running timer takes its new times after a restart.
        if let failure = systemctl("daemon-reload") ?? systemctl("enable", "--now", "\(Self.name).timer")
            ?? systemctl("restart", "\(Self.name).timer")
        {
            guard isFirst else {
                throw ClientError(.unreachable, "The timer's new times take effect at your next login: \(failure).")
            }
            try? takeAwayFiles()
            throw ClientError(
                .unreachable,
                "No timer was set up: \(failure). Run “launcher update\(installing ? "" : " --check")” from cron instead."
            )
        }
        Talk.say(
            "Updates are \(installing ? "installed" : "checked for") \(interval.rawValue). To see when: systemctl --user list-timers; "
                + "to stop it: launcher update --unschedule")
    }

    /// Stops the timer and deletes the units. It is not an error if there is none.
    func takeAway() throws {
        let wasThere = isOurs(timer)
        guard wasThere || isOurs(service) else {
            if let other = [timer, service].first(where: { Files.exists($0, followingLinks: false) }) {
                throw ClientError(
                    .badData,
                    "\(other) was not written by launcher-store, so it stays as it is. To stop that timer: systemctl --user "
                        + "disable --now \(Self.name).timer")
            }
            return Talk.say("Updates are not checked for automatically. To check yourself: launcher update --check")
        }
        let failure = wasThere ? systemctl("disable", "--now", "\(Self.name).timer") : nil
        try takeAwayFiles()
        if wasThere, let failure {
            throw ClientError(
                .unreachable,
                "The timer's files are deleted, but \(failure): a running timer goes on until you log out of this machine."
            )
        }
        _ = systemctl("daemon-reload")
        Talk.say("Updates are no longer checked for automatically. To check yourself: launcher update --check")
    }

    private func takeAwayFiles() throws {
        for file in [timer, service] where isOurs(file) { try PrivateFile.remove(file) }
    }

    /// Whether this program wrote a unit. A user's own unit of that name stays, and so does a link to one.
    private func isOurs(_ path: String) -> Bool {
        PrivateFile.ownLines(of: path)?.contains(Self.documentation[...]) ?? false
    }

    /// Runs `systemctl --user`.
    ///
    /// - Returns: A clause that says what failed; `nil` if it worked.
    private func systemctl(_ words: String...) -> String? {
        let ending: Processes.Collected?
        do throws(SystemError) {
            ending = try HelperProgram(arguments: ["systemctl", "--user"] + words, patience: .seconds(30)).run()
        } catch {
            ending = nil
        }
        guard ending?.status != 0 else { return nil }
        return "systemctl --user \(words.joined(separator: " ")) \(ending == nil ? "is missing" : "failed")"
    }

    // MARK: - Units

    /// The service. It is skipped once the program is gone.
    func serviceUnit(_ program: String, installing: Bool) -> String {
        """
        [Unit]
        Description=\(installing ? "Install" : "Look for") updates of apps from your servers
        \(Self.documentation)
        ConditionFileIsExecutable=\(program.escaping(["%": "%%"]))

        [Service]
        Type=oneshot
        ExecStart=\(UnitText.quoted(program, isCommand: true)) update\(installing ? "" : " --check")
        \(environmentLines)Nice=10
        IOSchedulingClass=idle
        TimeoutStartSec=2h

        """
    }

    func timerUnit(_ interval: Interval) -> String {
        """
        [Unit]
        Description=Look for updates of apps from your servers
        \(Self.documentation)

        [Timer]
        OnCalendar=\(interval.rawValue)
        RandomizedDelaySec=\(interval == .hourly ? "10min" : "1h")
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
    }

    /// The variables that move this user's folders elsewhere, since a timer starts without them.
    private var environmentLines: String {
        ["APP_GROUP_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"].compactMap { name in
            environment[name].map { "Environment=\(UnitText.quoted("\(name)=\($0)"))\n" }
        }.joined()
    }
}
