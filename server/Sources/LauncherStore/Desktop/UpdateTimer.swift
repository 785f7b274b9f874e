import AppGroup
import AppGroupTerminal
import ArgumentParser
import SystemPackage

/// A timer of systemd for this user that looks for updates (systemd.timer(5), systemd.service(5)).
struct UpdateTimer {
    /// How often.
    enum Interval: String, CaseIterable, ExpressibleByArgument {
        case hourly, daily, weekly
    }

    let folders: StoreFolders
    let environment: ProcessEnvironment

    private static let name = "launcher-update"

    private var service: String { "\(folders.units)/\(Self.name).service" }
    private var timer: String { "\(folders.units)/\(Self.name).timer" }

    /// Writes the units and starts the timer. Where that does not work, nothing is left behind of a first one; a change counts
    /// from the next login.
    func set(up interval: Interval, installing: Bool) throws {
        guard let program = Folders.program else {
            throw StoreError(
                .unreachable, "This system does not say where launcher-store lies; set up a timer of your own.")
        }
        let isFirst = !Folders.exists(timer)
        try PrivateFile.replace(
            service, with: Array(serviceUnit(program, installing: installing).utf8), permissions: 0o644)
        try PrivateFile.replace(timer, with: Array(timerUnit(interval).utf8), permissions: 0o644)
        // One that runs already takes its new times by a restart.
        if let failure = systemctl("daemon-reload") ?? systemctl("enable", "--now", "\(Self.name).timer")
            ?? systemctl("restart", "\(Self.name).timer")
        {
            guard isFirst else {
                throw StoreError(.unreachable, "The timer's new times count from your next login: \(failure).")
            }
            try? takeAwayFiles()
            throw StoreError(
                .unreachable, "No timer was set up: \(failure). Run “launcher update --check” from cron instead.")
        }
        Talk.say(
            "Updates are \(installing ? "installed" : "looked for") \(interval.rawValue). When: systemctl --user list-timers; to "
                + "end it: launcher update --unschedule")
    }

    /// Stops the timer and deletes the units; no error where there is none.
    func takeAway() throws {
        let wasThere = Folders.exists(timer)
        let failure = systemctl("disable", "--now", "\(Self.name).timer")
        try takeAwayFiles()
        if wasThere, let failure {
            throw StoreError(
                .unreachable,
                "The timer's files are deleted, but \(failure): one that runs goes on until you log out of this machine."
            )
        }
        _ = systemctl("daemon-reload")
        Talk.say("Updates are not looked for any more unless you do: launcher update")
    }

    private func takeAwayFiles() throws {
        for file in [timer, service] { try PrivateFile.remove(file) }
    }

    /// Tells systemd something.
    ///
    /// - Returns: What did not work, as a clause; `nil` where it did.
    private func systemctl(_ words: String...) -> String? {
        let ending: HelperProgram.Ending?
        do throws(Errno) {
            ending = try HelperProgram(arguments: ["systemctl", "--user"] + words, patience: 30).run()
        } catch {
            ending = nil
        }
        guard ending?.status != 0 else { return nil }
        return "systemctl --user \(words.joined(separator: " ")) \(ending == nil ? "is not there" : "did not work")"
    }

    // MARK: - Units

    func serviceUnit(_ program: String, installing: Bool) -> String {
        """
        [Unit]
        Description=\(installing ? "Install" : "Look for") updates of apps from your stores
        Documentation=man:launcher-update(1)

        [Service]
        Type=oneshot
        ExecStart=\(Self.quoted(program, isCommand: true)) update\(installing ? "" : " --check")
        \(environmentLines)Nice=10
        IOSchedulingClass=idle
        TimeoutStartSec=2h

        """
    }

    func timerUnit(_ interval: Interval) -> String {
        """
        [Unit]
        Description=Look for updates of apps from your stores
        Documentation=man:launcher-update(1)

        [Timer]
        OnCalendar=\(interval.rawValue)
        RandomizedDelaySec=\(interval == .hourly ? "10min" : "1h")
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
    }

    /// The variables by which this user's folders are elsewhere: a timer starts without them.
    private var environmentLines: String {
        ["APP_GROUP_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"].compactMap { name in
            environment[name].map { "Environment=\(Self.quoted("\(name)=\($0)"))\n" }
        }.joined()
    }

    /// A word as systemd reads it: in quotation marks, with escapes, and without its specifiers; in a command without its
    /// variables, which mean nothing elsewhere.
    static func quoted(_ word: String, isCommand: Bool = false) -> String {
        let inner = word.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": #"\""#
            case "\\": #"\\"#
            case "%": "%%"
            case "$" where isCommand: "$$"
            case "\n": #"\n"#
            default: String(scalar)
            }
        }
        return "\"\(inner.joined())\""
    }
}
