extension LaunchResolver {
    func plan(
        forDesktopFile id: String, opening url: AppURL?, _ search: inout ProgramSearch
    ) throws(NotInstalled) -> LaunchPlan {
        #if os(macOS)
        throw NotInstalled(id, "macOS has no desktop entries; register a command")
        #else
        let entry: DesktopEntry?
        do {
            entry = try DesktopEntryLocator(environment).entry(id)
        } catch {
            throw NotInstalled(id, "an unreadable or invalid desktop entry")
        }
        guard let entry else { throw NotInstalled(id, "no such desktop entry") }
        return try entry.plan(opening: url, environment, &search)
        #endif
    }
}

extension DesktopEntry {
    /// How the entry starts, if everything that it needs is there.
    func plan(
        opening url: AppURL?, _ environment: ProcessEnvironment, _ search: inout ProgramSearch
    ) throws(NotInstalled) -> LaunchPlan {
        guard !isHidden else { throw NotInstalled(id, "Hidden=true") }
        guard type == "Application" else { throw NotInstalled(id, "not Type=Application") }
        if let tryExec { _ = try find(tryExec, "TryExec", &search) }
        if isDBusActivatable, let activation = BusActivation(desktopFileID: id, url: url) {
            guard !environment.hasSessionBus, let process = try? process(opening: url, &search) else {
                return .dbus(activation)
            }
            return .process(process)
        }
        return .process(try process(opening: url, &search))
    }

    /// What `Exec` starts.
    private func process(
        opening url: AppURL?, _ search: inout ProgramSearch
    ) throws(NotInstalled) -> LaunchPlan.Process {
        let line: ExecLine
        do {
            line = try ExecLine(exec ?? "")
        } catch {
            throw NotInstalled(id, error.description)
        }
        return LaunchPlan.Process(
            application: String(id.dropLast(".desktop".count)),
            executable: try find(line.program, "Exec", &search),
            arguments: line.arguments(of: self, opening: url),
            interface: isTerminal ? .terminal : .graphical,
            workingDirectory: workingDirectory)
    }

    private func find(_ program: String, _ key: String, _ search: inout ProgramSearch) throws(NotInstalled) -> String {
        do {
            return try search.path(of: program)
        } catch {
            throw NotInstalled(id, "\(key) \(error.reason)")
        }
    }
}
