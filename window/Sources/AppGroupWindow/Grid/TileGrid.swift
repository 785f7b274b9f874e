#if canImport(CAdwaita)
package import AppGroup
import AppGroupHome
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
    private let view: Widget
    /// A `GListStore` of places.
    private let places: OpaquePointer
    /// The `GtkSingleSelection` around it.
    private let selection: OpaquePointer
    private let images: TileImages
    /// The tiles in the cells of the grid view, by their places.
    private var tiles: [Int: Tile] = [:]
    private var items: [GroupItem] = []
    private var registries: [Registry] = []
    private var columns: UInt32 = 0
    /// The selection is being set by the program, not by the user.
    private var isSelecting = false
    private var isComplete = false
    private var isWaitingForFrame = false

    /// The apps that are being installed or updated.
    package var busy: Set<AppID> = [] { didSet { if busy != oldValue { fill() } } }
    /// Called when the user opens the item at a place.
    package var onOpen: @MainActor (Int) -> Void = { _ in }
    /// Called when the user asks for the menu of the item at a place, with the cell that it belongs to.
    package var onMenu: @MainActor (Int, Widget) -> Void = { _, _ in }
    /// Called when the user selects the item at a place.
    package var onSelect: @MainActor (Int) -> Void = { _ in }

    /// The places before the first frame: as many as may be seen at once. The others come after it.
    private static let firstPlaces = 40

    /// - Parameters:
    ///   - width: The width that the grid will probably have. The grid view makes 32 cells for each of its columns.
    ///   - isRow: Whether the tiles are in one row that scrolls sideways.
    package init(width: Int32, isRow: Bool = false) {
        GridStyle.load()
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
            widget.opaque, isRow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
            isRow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(widget.opaque, view)
        keep(self, with: widget, as: "app-group-grid")
        connect(to: factory)
        images.onMade = { [unowned self] in fill() }
        if isRow {
            gtk_grid_view_set_max_columns(view.opaque, 1)
        } else {
            fit(width)
            let adjustment = gtk_scrolled_window_get_hadjustment(widget.opaque)!
            Signals.connect(adjustment, "notify::page-size", hasArgument: true) { [unowned self] in
                // The grid view is being laid out now and cannot change its columns.
                MainLoop.postWhenIdle { [weak self] in self?.fit(Int32(gtk_adjustment_get_page_size(adjustment))) }
            }
        }
    }

    private func connect(to factory: OpaquePointer) {
        Signals.connect(factory, pointer: "setup") { [unowned self] cell in
            guard let cell else { return }
            let tile = Tile()
            gtk_list_item_set_child(cell, tile.widget)
            keep(tile, with: tile.widget, as: "app-group-tile")
            addMenu(to: tile, in: cell)
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
        Signals.connect(view, position: "activate") { [unowned self] place in onOpen(place) }
        Signals.connect(selection, "notify::selected", hasArgument: true) { [unowned self] in
            let place = gtk_single_selection_get_selected(selection)
            if !isSelecting, place != GTK_INVALID_LIST_POSITION { onSelect(Int(place)) }
        }
    }

    private static func tile(in cell: OpaquePointer) -> Tile? {
        gtk_list_item_get_child(cell).flatMap { kept(Tile.self, with: $0, as: "app-group-tile") }
    }

    /// A click with the other button, or a long press, opens the menu.
    private func addMenu(to tile: Tile, in cell: OpaquePointer) {
        let click = gtk_gesture_click_new()!
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        let press = gtk_gesture_long_press_new()!
        gtk_gesture_single_set_touch_only(press, 1)
        for (gesture, isLong) in [(click, false), (press, true)] {
            Signals.connect(pressesOf: gesture, isLong: isLong) { [unowned self] in
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                let place = Int(gtk_list_item_get_position(cell))
                guard items.indices.contains(place) else { return }
                select(place)
                onSelect(place)
                onMenu(place, tile.widget)
            }
            gtk_widget_add_controller(tile.widget, gesture)
        }
    }

    /// Shows items. Cells that are on the screen are filled again in place.
    package func show(_ items: [GroupItem], of registries: [Registry], selection place: Int) {
        (self.items, self.registries) = (items, registries)
        isSelecting = true
        defer { isSelecting = false }
        resize(to: isComplete ? items.count : min(items.count, Self.firstPlaces))
        fill()
        select(place)
        guard !isComplete, !isWaitingForFrame, items.count > Self.firstPlaces else { return }
        isWaitingForFrame = true
        Frames.afterNext(of: view) { [weak self] in self?.complete() }
    }

    private func complete() {
        guard !isComplete else { return }
        isComplete = true
        isSelecting = true
        defer { isSelecting = false }
        resize(to: items.count)
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

    private func fill() {
        for (place, tile) in tiles { fill(tile, place) }
    }

    private func fill(_ tile: Tile, _ place: Int) {
        guard items.indices.contains(place) else { return }
        let item = items[place]
        let image = item.app.map {
            images.image(of: $0, in: registries, scale: max(1, gtk_widget_get_scale_factor(widget)))
        }
        tile.show(item, image: image ?? .none, isBusy: busy.contains(item.id))
    }

    /// Selects the item at a place, without moving the focus.
    package func select(_ place: Int) {
        let wasSelecting = isSelecting
        isSelecting = true
        defer { isSelecting = wasSelecting }
        gtk_single_selection_set_selected(
            selection, items.indices.contains(place) ? guint(place) : GTK_INVALID_LIST_POSITION)
    }

    /// Scrolls until the item at a place can be seen.
    package func scroll(to place: Int) {
        guard items.indices.contains(place) else { return }
        if place >= Self.firstPlaces { complete() }
        gtk_widget_activate_action_variant(view, "list.scroll-to-item", g_variant_new_uint32(guint(place)))
    }

    /// Gives the focus to the item at a place.
    package func focus(_ place: Int) {
        scroll(to: place)
        guard let tile = tiles[place], let cell = gtk_widget_get_parent(tile.widget) else {
            gtk_widget_grab_focus(view)
            return
        }
        gtk_widget_grab_focus(cell)
    }

    /// Whether one of the tiles has the focus.
    package var hasFocus: Bool {
        gtk_widget_get_root(view).flatMap { gtk_root_get_focus($0) }.map {
            gtk_widget_is_ancestor($0, view) != 0 || $0 == view
        } ?? false
    }

    /// The tile at a place, if it is in a cell now.
    package func widget(at place: Int) -> Widget? { tiles[place]?.widget }

    private func fit(_ width: Int32) {
        let fitting = UInt32(max(1, (width - 12) / Tile.width))
        guard fitting != columns else { return }
        columns = fitting
        gtk_grid_view_set_max_columns(view.opaque, fitting)
    }
}

extension GroupItem {
    /// The app that is shown or offered.
    package var id: AppID { token.app }

    /// Its group.
    package var group: GroupID { token.group }
}
#endif
