#if canImport(CAdwaita)
public import AppGroup
import AppGroupHome
public import CAdwaita

/// The apps of a group as a grid of icons with their badges, for a window of your own on GTK 4.8 or later.
///
/// The grid shows the apps in the order of `launcher list` and opens them. It follows all changes of the group until its
/// widget is destroyed. Everything here runs on GTK's main thread, which is the main thread of the process.
///
/// ```swift
/// let grid = try AppGrid(Registry(group: "com.example.tools"))
/// gtk_box_append(box, grid.widget)
/// ```
@MainActor
public final class AppGrid {
    /// The shape of a grid.
    public enum Layout: Hashable, Sendable {
        /// As many columns as fit. It scrolls if there are more apps than fit.
        case grid
        /// One row with at most this many apps.
        case row(Int)
    }

    /// The widget to add to a window. It belongs to its parent, as every widget of GTK does.
    public let widget: UnsafeMutablePointer<GtkWidget>
    /// Called when the user opens an app, in place of opening it; `nil` to open it.
    public var onOpen: (@MainActor (AppEntry) -> Void)?
    /// Called with the reason when an app could not be opened, or when the group can no longer be read.
    public var onFailure: @MainActor (AppGroupError) -> Void = { _ in }

    private let grid: TileGrid
    private let feed: GroupFeed
    private let layout: Layout
    private var apps: [AppEntry] = []
    private var model = HomeModel<GroupItem>()

    /// Makes the widget and reads the group. GTK must have been initialized.
    ///
    /// - Parameters:
    ///   - registry: The group. A group that does not exist yet is empty.
    ///   - layout: The shape of the grid.
    /// - Throws: `AppGroupError` if the group cannot be read or its changes cannot be followed.
    public init(_ registry: Registry, layout: Layout = .grid) throws(AppGroupError) {
        self.layout = layout
        feed = try GroupFeed(registry.group, order: nil, environment: registry.environment)
        var width: Int32 = 480
        if case .row = layout { width = 0 }
        grid = TileGrid(width: width, isRow: layout != .grid)
        widget = grid.widget
        keep(self, with: widget, as: "app-group-app-grid")
        let feed = feed
        Signals.connect(widget, "destroy") { feed.end() }
        do throws(AppGroupError) {
            try begin()
        } catch {
            // No caller gets the widget, which keeps everything else.
            g_object_ref_sink(widget.instance)
            g_object_unref(widget.instance)
            throw error
        }
    }

    private func begin() throws(AppGroupError) {
        let contents = feed.read()
        if let failure = contents.failures.first { throw failure }
        show(contents)
        grid.onOpen = { [unowned self] place in open(place) }
        grid.onSelect = { [unowned self] place in model.select(place) }
        try feed.follow(beginningNow: false) { [weak self] contents in self?.show(contents) }
    }

    private func show(_ contents: GroupFeed.Contents) {
        // Contents that were read before the widget was destroyed may arrive afterwards.
        guard !grid.isGone else { return }
        let shown =
            if case .row(let count) = layout { Array(contents.apps.prefix(max(0, count))) } else { contents.apps }
        apps = shown.compactMap(\.app)
        let hadFocus = grid.hasFocus
        model.show(shown)
        grid.show(model.found, of: contents, selection: model.selection)
        if hadFocus { grid.focus(model.selection) }
        contents.failures.forEach(onFailure)
    }

    private func open(_ place: Int) {
        guard apps.indices.contains(place), let registry = feed.registries.of(apps[place].group) else { return }
        let app = apps[place]
        if let onOpen { return onOpen(app) }
        AppOpener.open(.app(app.id), in: registry) { [weak self] failure in
            if let failure { self?.onFailure(failure) }
        }
    }
}
#endif
