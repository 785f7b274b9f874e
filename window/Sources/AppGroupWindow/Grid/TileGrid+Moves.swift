#if canImport(CAdwaita)
import AppGroupHome
import CAdwaita

/// The selection, the focus, and what is seen.
extension TileGrid {
    /// Selects the item with an index, without moving the focus.
    package func select(_ index: Int) {
        let wasSelecting = isSelecting
        isSelecting = true
        defer { isSelecting = wasSelecting }
        gtk_single_selection_set_selected(
            selection, items.indices.contains(index) ? guint(plan.place(of: index)) : GTK_INVALID_LIST_POSITION)
    }

    /// Scrolls until the item with an index can be seen.
    package func scroll(to index: Int) {
        guard items.indices.contains(index) else { return }
        let place = plan.place(of: index)
        if stale[place] != nil { fillStale() }
        while place >= g_list_model_get_n_items(places), allowed < plan.places { grow() }
        // The function does not take over a floating reference.
        let parameter = g_variant_ref_sink(g_variant_new_uint32(guint(place)))
        gtk_widget_activate_action_variant(view, "list.scroll-to-item", parameter)
        g_variant_unref(parameter)
    }

    /// Gives the focus to the item with an index.
    package func focus(_ index: Int) {
        scroll(to: index)
        guard items.indices.contains(index), let tile = tiles[plan.place(of: index)],
            let cell = gtk_widget_get_parent(tile.widget)
        else {
            gtk_widget_grab_focus(view)
            return
        }
        gtk_widget_grab_focus(cell)
    }

    /// The item that a movement leads to from the item with an index. A page is as many rows as are seen.
    package func item(from index: Int, _ step: Step) -> Int {
        let isMirrored = gtk_widget_get_direction(view) == GTK_TEXT_DIR_RTL
        let move: GridPlan.Move =
            switch step {
            case .left: isMirrored ? .forth : .back
            case .right: isMirrored ? .back : .forth
            case .up: .rows(-1)
            case .down: .rows(1)
            case .pageUp: .rows(-rowsSeen)
            case .pageDown: .rows(rowsSeen)
            case .first: .first
            case .last: .last
            }
        return plan.item(from: index, move)
    }

    /// A movement of the selection, as the user sees it.
    package enum Step: Sendable { case left, right, up, down, pageUp, pageDown, first, last }

    private var rowsSeen: Int {
        // Those outside of the window have no height.
        let height = tiles.values.filter(\.isOnScreen).map(\.rowHeight).max() ?? 1
        let seen = gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(widget.opaque))
        return max(1, Int(seen) / Int(height))
    }

    /// Whether one of the tiles has the focus.
    package var hasFocus: Bool {
        gtk_widget_get_root(view).flatMap { gtk_root_get_focus($0) }.map {
            gtk_widget_is_ancestor($0, view) != 0 || $0 == view
        } ?? false
    }
}
#endif
