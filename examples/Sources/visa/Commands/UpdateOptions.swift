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
        let updater = try Updater(
            store: Store(), client: WebClient(patience: Patience(silence: timeout)),
            progress: Progress(isQuiet: isQuiet))
        let result = try updater.run()
        Family.announce(result.list)
        if result.isOwn {
            for application in result.list.applications where application.hasChanged(in: result.list) {
                Notifier.tell(application.name, application.decisions.last?.phrase ?? "")
            }
        }
        return result.list
    }
}

extension Application {
    /// Whether the update that ended last brought something new.
    func hasChanged(in list: TrackingList) -> Bool {
        lastCheck.map { $0.isChange && $0.update == list.updates } ?? false
    }
}
