import AppGroup
import AppGroupPlatform

/// The files by which desktops find launcher-search, the program that answers their searches: the bus starts it by its service
/// file, KRunner asks it because of a plugin's description, and GNOME shows its results beside the icon of an entry.
extension DesktopIntegration {
    /// One of these files.
    private struct SearchFile {
        let path: String
        let lines: [String]

        var bytes: [UInt8] { Seal.integrate.sealed(lines) }
    }

    private var dataHome: String { Paths.parent(of: entries) }
    var servicePath: String { "\(dataHome)/dbus-1/services/\(SearchProvider.busName).service" }
    private var runnerPath: String { "\(dataHome)/krunner/dbusplugins/\(SearchProvider.program).desktop" }
    private var searchEntryPath: String { "\(entries)/\(SearchProvider.desktopFileID)" }

    /// Plans to write the files, and reports what else GNOME needs.
    func addSearch(to plan: inout IntegrationPlan) {
        guard let search else {
            plan.remarks.append(
                "The searches of GNOME and KRunner need \(SearchProvider.program), which is not installed. Put it beside launcher "
                    + "or into PATH, then try again.")
            return
        }
        guard !leavesSearch(in: &plan) else { return }
        for file in searchFiles(search) {
            switch occupant(of: file.path) {
            case .stranger: plan.remarks.append(strangerRemark(file.path))
            case .ownFile(file.bytes): break
            case .nothing, .ownFile: plan.steps.append(.writeSearchFile(path: file.path, bytes: file.bytes))
            }
        }
        if let remark = gnomeRemark { plan.remarks.append(remark) }
    }

    /// Plans to remove the files.
    func removeSearch(from plan: inout IntegrationPlan) {
        guard !leavesSearch(in: &plan) else { return }
        for path in [servicePath, runnerPath, searchEntryPath] {
            switch occupant(of: path) {
            case .nothing: break
            case .stranger: plan.remarks.append(strangerRemark(path))
            case .ownFile: plan.steps.append(.removeSearchFile(path: path))
            }
        }
    }

    /// Whether the files serve the groups in another folder and are left as they are.
    private func leavesSearch(in plan: inout IntegrationPlan) -> Bool {
        for path in [servicePath, searchEntryPath] {
            guard case .ownFile(let present) = occupant(of: path), !isForThisHome(present) else { continue }
            plan.remarks.append(otherHomeRemark(path, present))
            return true
        }
        return false
    }

    func writeSearchFile(_ path: String, _ bytes: [UInt8]) throws {
        try write(bytes, to: path, "The file for desktop searches")
        if path == servicePath { reloadBus() }
    }

    func removeSearchFile(_ path: String) throws {
        guard case .ownFile = occupant(of: path) else { return }
        try describingErrors("The file for desktop searches", path) {
            try Files.remove(path)
            // The folders that only this file needed.
            for folder in [Paths.parent(of: path), Paths.parent(of: Paths.parent(of: path))] where folder != entries {
                guard folder != dataHome else { break }
                try? Files.removeEmptyFolder(folder)
            }
        }
        if path == servicePath { reloadBus() }
    }

    private func searchFiles(_ search: String) -> [SearchFile] {
        let exec = ShellWords.line((homeAssignment.map { ["/usr/bin/env", $0] } ?? []) + [search])
        let entry = SearchProvider.entry(
            starting: launcherWords + (hasWindow ? ["window"] : ["home"]), of: launcher, inTerminal: !hasWindow)
        return [
            SearchFile(path: searchEntryPath, lines: entry),
            SearchFile(path: runnerPath, lines: SearchProvider.runner),
            SearchFile(path: servicePath, lines: SearchProvider.service(exec: exec)),
        ]
    }

    /// Whether the window is installed. Otherwise, the home screen is shown in a terminal.
    private var hasWindow: Bool {
        Files.isExecutable("\(Paths.parent(of: launcher))/launcher-window")
            || environment.executable(named: "launcher-window") != nil
    }

    /// The steps that the user has to take for GNOME, which reads its file only from the system's folders; `nil` for none.
    private var gnomeRemark: String? {
        let isGnome =
            environment.currentDesktops.contains("GNOME") || environment.executable(named: "gnome-shell") != nil
        let folders = environment.dataFolders.filter { $0 != dataHome }
        guard isGnome, !folders.contains(where: { Files.exists("\($0)/\(SearchProvider.gnomeFile)") }) else {
            return nil
        }
        let own = "\(Paths.parent(of: Paths.parent(of: launcher)))/share/\(SearchProvider.gnomeFile)"
        guard Files.exists(own) else {
            return
                "GNOME's search needs \(SearchProvider.gnomeFile) in a data folder of the system. “make install” installs it."
        }
        let usual = "/usr/local/share"
        let folder = folders.contains(usual) ? usual : folders.first ?? usual
        let words = ["sudo", "install", "-D", "-m", "644", own, "\(folder)/\(SearchProvider.gnomeFile)"]
        return
            "GNOME's search reads files from data folders of the system only. For it to show the apps, run this and log in "
            + "again: \(ShellWords.line(words))"
    }

    /// Best effort: a bus that is not notified finds the service file after the next login.
    private func reloadBus() {
        guard environment.hasSessionBus, let sender = environment.executable(named: "dbus-send") else { return }
        let name = "org.freedesktop.DBus"
        _ = try? Processes.run(
            Processes.Program(
                executable: sender,
                arguments: [
                    "--session", "--type=method_call", "--dest=\(name)", "/org/freedesktop/DBus",
                    "\(name).ReloadConfig",
                ],
                environment: environment),
            timeout: .seconds(10))
    }
}
