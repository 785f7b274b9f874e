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
    let images: TileImages
    let isRow: Bool
    /// The tiles in the cells of the grid view, by their places.
    var tiles: [Int: Tile] = [:]
    var items: [GroupItem] = []
    var registries: [Registry] = []
    var plan = GridPlan(columns: 1, leading: 0, trailing: 0)
    var columns = 0
    /// The selection is being set by the program, not by the user.
    var isSelecting = false
    var isWaitingForFrame = false
    /// The places whose tiles nobody sees and that are filled after the next frames, the last one first.
    var unfilled: [Int] = []

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
        gtk_grid_view_set_single_click_activate(view.opaque, 1)
        app_group_set_accessible_label(view, "Apps")
        if isRow { gtk_orientable_set_orientation(view.opaque, GTK_ORIENTATION_HORIZONTAL) }
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(
            // The window may be made narrower than the columns are until they are fewer.
            widget.opaque, isRow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL,
            isRow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(widget.opaque, view)
        keep(self, with: widget, as: "app-group-grid")
        connect(to: factory)
        addMenu()
        images.onMade = { [unowned self] in fill() }
        images.followTheme(while: widget)
        if isRow {
            gtk_grid_view_set_max_columns(view.opaque, 1)
        } else {
            fit(width)
            let adjustment = gtk_scrolled_window_get_hadjustment(widget.opaque)!
            let fitAgain: @MainActor () -> Void = { [weak self] in
                // The grid view is being laid out now and cannot change its columns.
                MainLoop.postWhenIdle { self?.fit(Int32(gtk_adjustment_get_page_size(adjustment))) }
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

    /// A click with the other button, or a long press, opens the menu of the tile there.
    private func addMenu() {
        let click = gtk_gesture_click_new()!
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        let press = gtk_gesture_long_press_new()!
        gtk_gesture_single_set_touch_only(press, 1)
        for (gesture, isLong) in [(click, false), (press, true)] {
            Signals.connect(pressesOf: gesture, isLong: isLong) { [unowned self] x, y in
                guard let (index, tile) = item(x, y) else { return }
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                select(index)
                onSelect(index)
                onMenu(index, tile.widget)
            }
            gtk_widget_add_controller(view, gesture)
        }
    }

    /// The item at a place on the screen.
    private func item(_ x: Double, _ y: Double) -> (index: Int, tile: Tile)? {
        var found = gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT)
        while let widget = found, widget != view {
            if let child = gtk_widget_get_first_child(widget),
                let (place, tile) = tiles.first(where: { $0.value.widget == widget || $0.value.widget == child }),
                case .item(let index) = plan.content(at: place)
            {
                return (index, tile)
            }
            found = gtk_widget_get_parent(widget)
        }
        return nil
    }

    /// Shows items. Cells that are on the screen are filled again in place.
    ///
    /// - Parameters:
    ///   - count: How many of them are above the heading; `nil` if there is none.
    ///   - isAtTop: Whether the first item is scrolled to.
    package func show(
        _ items: [GroupItem], headingAfter count: Int? = nil, of registries: [Registry], selection: Int,
        atTop isAtTop: Bool = false
    ) {
        (self.items, self.registries) = (items, registries)
        arrange(headingAfter: count ?? items.count, atTop: isAtTop)
        select(selection)
        if isAtTop { scroll(to: 0) }
    }

    private func arrange(headingAfter count: Int, atTop isAtTop: Bool = false) {
        plan = GridPlan(columns: columns, leading: count, trailing: items.count - count)
        resize(isFirstStep: true)
        fill(atTop: isAtTop)
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
