import AppGroupPlatform

/// Finds out whether an app can be launched, and how. Starts nothing.
struct LaunchResolver {
    let environment: ProcessEnvironment
    let group: GroupID
    /// The folder that the group shares: installed packages lie in it.
    let container: String

    init(environment: ProcessEnvironment, group: GroupID, container: String) {
        self.environment = environment
        self.group = group
        self.container = container
    }

    /// A search for programs that looks up a name once in `PATH`, however many apps share it.
    var search: ProgramSearch { ProgramSearch(environment) }

    /// Whether an app can be launched.
    func availability(of app: AppRecord) -> Availability {
        var search = search
        return availability(of: app, &search)
    }

    /// Whether one of many apps can be launched.
    func availability(of app: AppRecord, _ search: inout ProgramSearch) -> Availability {
        do throws(NotInstalled) {
            _ = try plan(for: app, opening: nil, &search)
            return .installed
        } catch {
            return .notInstalled(error.reason)
        }
    }

    /// How to start an app, with a URL or without.
    func plan(for app: AppRecord, opening url: AppURL?) throws(AppGroupError) -> LaunchPlan {
        var search = search
        do throws(NotInstalled) {
            return try plan(for: app, opening: url, &search)
        } catch {
            let remedy =
                app.unregistered == nil
                ? "Install it, or remove it with “\(group.command("unregister \(app.id)"))”."
                : "Register it again, or bring it back with “\(group.command("prune --undo \(app.id)"))”."
            throw AppGroupError(
                .notInstalled,
                "“\(app.name)” (\(app.id)) is not installed: \(error.reason). \(packageRemedy(for: app) ?? remedy)")
        }
    }

    /// What to do about a package; `nil` if it is the same as for an app that was registered by hand.
    private func packageRemedy(for app: AppRecord) -> String? {
        guard app.currentPackage != nil else { return nil }
        let install = "To install it again, use “\(group.command("install \(app.id)"))” or its file"
        if app.isRemovedPackage { return "\(install)." }
        return app.unregistered == nil ? "\(install); to remove it, “\(group.command("remove \(app.id)"))”." : nil
    }

    private func plan(
        for app: AppRecord, opening url: AppURL?, _ search: inout ProgramSearch
    ) throws(NotInstalled) -> LaunchPlan {
        guard app.unregistered == nil else { throw NotInstalled("unregistered") }
        let command: AppLaunch.Command
        let executable: String
        switch app.launch {
        case .desktopFile(let id):
            return try plan(forDesktopFile: id, opening: url, &search)
        case .command(let direct):
            command = direct
            executable = try search.path(of: command.executable)
        case .package(let package):
            command = package.command
            executable = try path(of: package, id: app.id)
        }
        return .process(
            LaunchPlan.Process(
                application: app.id.description, executable: executable, arguments: command.arguments(opening: url),
                interface: command.interface))
    }

    /// The program of an installed package, which must lie in that package's own folder, links followed.
    private func path(of package: AppLaunch.InstalledPackage, id: AppID) throws(NotInstalled) -> String {
        let folder = "packages/\(id)/\(package.digest)"
        let path = "\(container)/\(folder)/\(package.command.executable)"
        if let problem = ProgramSearch.problem(with: path) { throw NotInstalled(path, problem) }
        guard let root = try? Files.resolved(container), let file = try? Files.resolved(path),
            file.hasPrefix("\(root)/\(folder)/")
        else { throw NotInstalled(path, "leads out of its package") }
        return path
    }
}
