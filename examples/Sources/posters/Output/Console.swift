import AppGroup
import AppGroupText
import ToolSupport

/// Messages for the user.
let console = Console("posters")

extension Console {
    /// Says how old the stored reports are, unless they are a few minutes old at most, or that their age is unknown.
    func sayAge(of store: Store) throws {
        guard try store.text(.account) != nil else { return }
        let clock = LocalClock.current
        guard let synced = try store.lastSync() else {
            return say("Nothing has come from the server yet: posters sync")
        }
        let age = clock.now.milliseconds - synced.milliseconds
        guard age >= -300_000 else {
            return say(
                "The clock was set back since the last sync, so the age of this is unknown. "
                    + "To refresh it: posters sync")
        }
        guard age > 300_000 else { return }
        say("This is from \(clock.ago(synced)). To refresh it: posters sync")
    }
}
