#if canImport(CAdwaita)
package import AppGroup
package import AppGroupHome
import CAdwaita

/// A grid of tiles that scrolls.
///
/// The model of the grid view contains mere places: 0, 1, 2, and so on. When the items change, the cells on the screen are
/// filled again in place, and only the end of the model grows or shrinks. To replace the model instead would destroy all
/// cells and make others at each letter of a search.
@MainActor
package final class TileGrid {
    /// The widget to add to a window.
    package let widget: Widget
    let view: Widget
    /// A `GListStore` of places.
    let places: OpaquePointer
    /// The `GtkSingleSelection` around it.
    let selection: OpaquePointer
    private let images: TileImages
    private let isRow: Bool
    /// The tiles in the cells of the grid view, by their places.
    var tiles: [Int: Tile] = [:]
    var items: [GroupItem] = []
    private var contents = GroupFeed.Contents.nothing
    var plan = GridPlan(columns: 1, leading: 0, trailing: 0)
    private var columns = 0
    /// The selection is being set by the program, not by the user.
    var isSelecting = false
    private var isWaitingForFrame = false
    /// The widget has been destroyed, although something still keeps this object.
    private(set) var isGone = false
    /// The tiles that show earlier items until the next frame has been painted.
    private(set) var stale: [Int: Tile] = [:]
    /// How many places there may be until the next frame.
    var allowed = 0

    /// How far the work is on the apps that are being installed or updated.
    package var progress: [AppKey: TileProgress] = [:] { didSet { if progress != oldValue { fill() } } }
    /// The heading of the items after a certain one.
    package let heading: String
    /// Called when the user opens the item with an index.
    package var onOpen: @MainActor (Int) -> Void = { _ in }
    /// Called when the user asks for the menu of the item with an index, with the cell that it belongs to.
    package var onMenu: @MainActor (Int, Widget) -> Void = { _, _ in }
    /// Called when the user selects the item with an index.
    package var onSelect: @MainActor (Int) -> Void = { _ in }

    /// The rows before the first frame: as many as are seen at once. Each later frame may have as many more.
    private static let rowsPerFrame = 4
    /// The grid view makes no more cells than for this many rows.
    private static let rowsWithCells = 32

    /// - Parameters:
    ///   - width: The width that the grid will probably have. The grid view makes 32 cells for each of its columns.
    ///   - isRow: Whether the tiles are in one row that scrolls sideways.
    package init(width: Int32, isRow: Bool = false, heading: String = "") {
        GridStyle.load()
        (self.isRow, self.heading) = (isRow, heading)
        images = TileImages()
        places = g_list_store_new(app_group_type_object())
        selection = gtk_single_selection_new(places)
        gtk_single_selection_set_autoselect(selection, 0)
        gtk_single_selection_set_can_unselect(selection, 1)
        let factory = gtk_signal_list_item_factory_new()!
        view = gtk_grid_view_new(selection, factory)
        view.addClass("app-grid")
        app_group_set_accessible_label(view, "Apps")
        if isRow { gtk_orientable_set_orientation(view.opaque, GTK_ORIENTATION_HORIZONTAL) }
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(
            // The window may be made narrower than the columns are until they are fewer.
            widget.opaque, isRow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL,
            isRow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(widget.opaque, view)
        keep(self, with: widget, as: "app-group-grid")
        Signals.connect(widget, "destroy") { [weak self] in self?.isGone = true }
        connect(to: factory)
        addClick()
        addMenu()
        images.onMade = { [unowned self] in fill() }
        images.followTheme(while: widget)
        Signals.connect(widget, "notify::scale-factor", hasArgument: true) { [weak self] in self?.fill() }
        if isRow {
            gtk_grid_view_set_max_columns(view.opaque, 1)
        } else {
            fit(width)
            let adjustment = gtk_scrolled_window_get_hadjustment(widget.opaque)!
            let fitAgain: @MainActor () -> Void = { [weak self] in
                // The grid view is being laid out now and cannot change its columns.
                MainLoop.postWhenIdle {
                    guard let self, !self.isGone else { return }
                    self.fit(Int32(gtk_adjustment_get_page_size(adjustment)))
                }
            }
            Signals.connect(adjustment, "notify::page-size", hasArgument: true, fitAgain)
            TextScale.follow(while: widget, fitAgain)
        }
    }

    private func connect(to factory: OpaquePointer) {
        Signals.connect(factory, pointer: "setup") { cell in
            guard let cell else { return }
            let tile = Tile(in: cell)
            gtk_list_item_set_child(cell, tile.widget)
            keep(tile, with: tile.widget, as: "app-group-tile")
        }
        Signals.connect(factory, pointer: "bind") { [unowned self] cell in
            guard let cell, let tile = Self.tile(in: cell) else { return }
            let place = Int(gtk_list_item_get_position(cell))
            tiles[place] = tile
            fill(tile, place)
        }
        Signals.connect(factory, pointer: "unbind") { [unowned self] cell in
            guard let cell, let tile = Self.tile(in: cell) else { return }
            for (place, other) in tiles where other === tile { tiles[place] = nil }
        }
        Signals.connect(view, position: "activate") { [unowned self] place in
            if case .item(let index) = plan.content(at: place) { onOpen(index) }
        }
        Signals.connect(selection, "notify::selected", hasArgument: true) { [unowned self] in
            let place = gtk_single_selection_get_selected(selection)
            guard !isSelecting, place != GTK_INVALID_LIST_POSITION else { return }
            if case .item(let index) = plan.content(at: Int(place)) { onSelect(index) }
        }
    }

    private static func tile(in cell: OpaquePointer) -> Tile? {
        gtk_list_item_get_child(cell).flatMap { kept(Tile.self, with: $0, as: "app-group-tile") }
    }

    /// Shows items. Cells that are on the screen are filled again in place.
    ///
    /// - Parameters:
    ///   - count: How many of them are above the heading; `nil` if there is none.
    ///   - contents: The groups that they are from.
    package func show(
        _ items: [GroupItem], headingAfter count: Int? = nil, of contents: GroupFeed.Contents, selection: Int
    ) {
        (self.items, self.contents) = (items, contents)
        arrange(headingAfter: count ?? items.count)
        select(selection)
    }

    private func arrange(headingAfter count: Int) {
        plan = GridPlan(columns: columns, leading: count, trailing: items.count - count)
        isSelecting = true
        defer { isSelecting = false }
        if allowed == 0 { allowed = Self.rowsPerFrame * max(1, columns) }
        resize()
        fill()
    }

    /// Makes as many places as there may be now, and the others after the next frames.
    private func resize() {
        resize(to: min(plan.places, allowed))
        guard allowed < plan.places, !isWaitingForFrame else { return }
        isWaitingForFrame = true
        Frames.afterNext(of: view) { [weak self] in self?.grow() }
    }

    func grow() {
        isWaitingForFrame = false
        let wasSelecting = isSelecting
        isSelecting = true
        defer { isSelecting = wasSelecting }
        allowed += Self.rowsPerFrame * max(1, columns)
        // Further places need no further cells.
        if isRow || allowed >= Self.rowsWithCells * columns { allowed = .max }
        resize()
    }

    /// Adds or removes places at the end.
    private func resize(to count: Int) {
        let now = Int(g_list_model_get_n_items(places))
        if count < now {
            g_list_store_splice(places, guint(count), guint(now - count), nil, 0)
        } else if count > now {
            var added: [gpointer?] = (now..<count).map { _ in
                g_object_new_with_properties(app_group_type_object(), 0, nil, nil)
            }
            .map { UnsafeMutableRawPointer($0) }
            g_list_store_splice(places, guint(now), 0, &added, guint(added.count))
            for place in added { g_object_unref(place) }
        }
    }

    /// Fills the tiles that can be seen, and the others, which are many more, after the next frame.
    private func fill() {
        guard !isGone else { return }
        let isWaiting = !stale.isEmpty
        stale = tiles.filter { !isSeen($1, at: $0) }
        for (place, tile) in tiles where stale[place] == nil { fill(tile, place) }
        if !stale.isEmpty, !isWaiting { Frames.afterNext(of: view) { [weak self] in self?.fillStale() } }
    }

    func fillStale() {
        let waiting = stale
        stale = [:]
        for (place, tile) in waiting where tiles[place] === tile { fill(tile, place) }
    }

    /// Whether a tile is on the screen, or will be once the grid has scrolled to its beginning, as it does for a search.
    private func isSeen(_ tile: Tile, at place: Int) -> Bool {
        let columns = Int(gtk_widget_get_width(view) / Tile.width) + 1
        let rows = Int(gtk_widget_get_height(view) / Tile.leastHeight) + 1
        return place < columns * rows || tile.isOnScreen
    }

    private func fill(_ tile: Tile, _ place: Int) {
        switch plan.content(at: place) {
        case .blank: tile.showNothing()
        case .heading: tile.show(heading: heading)
        case .item(let index):
            guard items.indices.contains(index) else { return tile.showNothing() }
            let item = items[index]
            images.tiles = tiles.count
            let image = item.app.map {
                images.image(of: $0, in: contents.registries, scale: max(1, gtk_widget_get_scale_factor(widget)))
            }
            let key = AppKey(item.id, item.group)
            let distinction = contents.distinctions[key]
            // The heading says the same of all items below it.
            let remark = index < plan.leading ? item.remark(distinction) : ""
            tile.show(
                item, image: image ?? .none, remark: remark, spoken: item.spoken(distinction), progress: progress[key])
        }
    }

    /// The tile of the item with an index, if it is in a cell now.
    package func widget(at index: Int) -> Widget? {
        items.indices.contains(index) ? tiles[plan.place(of: index)]?.widget : nil
    }

    /// How many cells have been filled and not given up.
    package var cells: Int { tiles.count }

    private func fit(_ width: Int32) {
        let fitting = Int(max(1, (width - 12) / Tile.width))
        guard fitting != columns else { return }
        columns = fitting
        // The plan holds only if there are exactly as many.
        let isGrowing = fitting > gtk_grid_view_get_max_columns(view.opaque)
        if isGrowing { gtk_grid_view_set_max_columns(view.opaque, guint(fitting)) }
        gtk_grid_view_set_min_columns(view.opaque, guint(fitting))
        gtk_grid_view_set_max_columns(view.opaque, guint(fitting))
        let selected = Int(gtk_single_selection_get_selected(selection))
        let before = plan.content(at: selected)
        arrange(headingAfter: plan.trailing == 0 ? items.count : plan.leading)
        if case .item(let index) = before { select(index) }
    }
}

extension GroupItem {
    /// The app that is shown or offered.
    package var id: AppID { token.app }

    /// Its group.
    package var group: GroupID { token.group }
}
#endif
