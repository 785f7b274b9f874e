import AppGroup
import AppGroupWindow

/// The groups that the window shows. They are read as soon as this exists, before there is a window.
@MainActor
final class ShownGroups {
    /// The user's choice of groups.
    struct Choice: Hashable, Sendable {
        /// `nil` for all groups on this machine.
        let group: GroupID?
        /// `nil` for the order that suits the apps.
        let order: AppOrder?
    }

    let choice: Choice
    let feed: GroupFeed
    private var latest: GroupFeed.Contents?

    /// Called now if the groups have been read, and each time they are read again.
    var onChange: @MainActor (GroupFeed.Contents) -> Void = { _ in } { didSet { latest.map(onChange) } }

    /// - Throws: `AppGroupError` if the groups cannot be followed.
    init(_ choice: Choice, _ environment: ProcessEnvironment) throws(AppGroupError) {
        self.choice = choice
        // Enough for more than 10,000 apps.
        feed = try GroupFeed(choice.group, order: choice.order, environment: environment, room: 16 << 20)
        try feed.follow { [weak self] contents in self?.take(contents) }
    }

    /// Reads the groups after a change by this process, which gives no hint.
    func readAgain() { feed.readAgain { [weak self] contents in self?.take(contents) } }

    private func take(_ contents: GroupFeed.Contents) {
        latest = contents
        onChange(contents)
    }
}
