import AppGroup
import AppGroupCommands
import AppGroupHome
import AppGroupPlatform
import AppGroupText

// The actions that the user asks for.
extension HomeSession {
    /// A terminal app that ended within this time has probably printed something to read.
    private static let shortRun = Duration.seconds(3)

    /// Does what the user asked for. If that fails, the reason is shown.
    mutating func fulfill(_ wish: HomeWish) {
        do {
            switch wish {
            case .open(let id, let group): try open(.app(id), in: group)
            case .openAction(let action, let id, let group): try open(.action(action, of: id), in: group)
            case .openURL(let url, let chosen): try open(url: url, in: chosen)
            case .pin, .hide, .uninstall, .leave: state.message = try wish.change(watch.registries) ?? state.message
            }
        } catch {
            state.message = "\(error)"
        }
        readRegistries()
    }

    /// Opens an app or one of its actions.
    private mutating func open(_ target: AppTarget, in group: GroupID) throws {
        guard let opening = try watch.registries.of(group)?.opening(of: target), let app = opening.app else { return }
        try start(opening, "\(app.app.name)")
    }

    /// Opens a URL with the app of a group that owns its scheme. If apps of several groups do, the user chooses one first.
    private mutating func open(url: String, in chosen: GroupID?) throws {
        let owners = try GroupSet(watch.registries).owners(of: AppURL(url).scheme) { _, _ in }
        if chosen == nil, owners.count > 1 {
            state.popup = HomePopup(owners: owners.map(\.app), of: url)
            return
        }
        // Standard error is the screen.
        var warning: String?
        let finder = try AppFinder(GroupSet(chosen ?? group.named())) {
            warning = warning ?? GroupSet.sentence(leavingOut: $0, because: $1)
        }
        do {
            try start(OpenTarget(url, with: finder).opening(), url)
            state.message = warning ?? state.message
        } catch {
            state.message = ["\(error)", warning].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Starts something. A terminal app gets the terminal in its original state. When it ends, the home screen comes
    /// back, unless the group's settings say that the app replaces it.
    private mutating func start(_ opening: PlannedOpening, _ name: String) throws {
        guard opening.plan.terminalProcess != nil else {
            _ = try opening.start(terminal: .runInForeground)
            state.message = "Opened \(name)"
            return state.endSearch(in: layout)
        }
        terminal.leave()
        defer { resume() }
        let start = SuspendingClock.now
        let outcome = try opening.start(terminal: look.comesBack ? .runInForeground : .replaceCaller)
        awaitForeground()
        guard case .ended(let status) = outcome else { return }
        if status != .success || SuspendingClock.now - start < Self.shortRun {
            let result = status == .success ? "\(name) has ended." : "\(name) ended with status \(status)."
            waitForKey("\(result) Press any key to return to the home screen.")
        }
        state.endSearch(in: layout)
    }

    private mutating func waitForKey(_ prompt: String) {
        terminal.prompt(SafeText(prompt))
        while true {
            switch events.next() {
            case .input, .end, .silence: return terminal.endPrompt()
            case .signal(let number) where ThisProcess.TerminalSignal.ending.contains(number):
                terminal.endPrompt()
                ThisProcess.end(by: number)
            case .signal, .woken: continue
            }
        }
    }
}
