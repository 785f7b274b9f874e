import ArgumentParser
import Downloading

/// How an update is made.
struct UpdateOptions: ParsableArguments {
    @Option(help: "Give up on a server after so many seconds in which nothing comes.")
    var timeout = 60

    func validate() throws {
        guard (1...3600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
    }

    /// Updates, and tells the family and the desktop of what has changed.
    func update(isQuiet: Bool) throws -> TrackingList {
        let store = try Store()
        let updater = Updater(
            store: store, client: WebClient(patience: Patience(silence: timeout)),
            progress: Progress(isQuiet: isQuiet))
        return try updater.run { list in
            Family.announce(list)
            for application in list.applications where application.untold != nil {
                Notifier.tell(application.name, application.decisions.last?.phrase ?? "")
                try store.noteTold(application)
            }
        }
    }
}

extension Store {
    /// Notes that the desktop was told what is known of an application, unless something else is known by now.
    fileprivate func noteTold(_ application: Application) throws {
        try change { list in
            for index in list.applications.indices
            where list.applications[index].number == application.number
                && list.applications[index].decisions == application.decisions
            {
                list.applications[index].untold = nil
            }
        }
    }
}

extension Application {
    /// Whether the update that ended last brought something new.
    func hasChanged(in list: TrackingList) -> Bool {
        lastCheck.map { $0.isChange && $0.update == list.updates } ?? false
    }
}
