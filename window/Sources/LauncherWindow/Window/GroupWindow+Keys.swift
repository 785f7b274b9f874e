import AppGroupWindow
import CAdwaita

/// The keys that work anywhere in the window.
extension GroupWindow {
    /// The keys that move the selection in the grid.
    private static let steps: [Int32: TileGrid.Step] = [
        GDK_KEY_Left: .left, GDK_KEY_Right: .right, GDK_KEY_Up: .up, GDK_KEY_Down: .down, GDK_KEY_Home: .first,
        GDK_KEY_End: .last, GDK_KEY_Page_Up: .pageUp, GDK_KEY_Page_Down: .pageDown, GDK_KEY_KP_Left: .left,
        GDK_KEY_KP_Right: .right, GDK_KEY_KP_Up: .up, GDK_KEY_KP_Down: .down,
    ]

    /// - Returns: Whether the key has been handled.
    func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard !menu.isOpen, !isFocusInPopover else { return false }
        let held = modifiers.rawValue & (GDK_ALT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
        switch (Int32(bitPattern: key), held) {
        case (GDK_KEY_Escape, 0):
            if model.query.isEmpty {
                gtk_window_close(window.cast())
            } else {
                gtk_editable_set_text(search.opaque, "")
                gtk_widget_grab_focus(search)
            }
        case (GDK_KEY_w, GDK_CONTROL_MASK.rawValue): gtk_window_close(window.cast())
        case (GDK_KEY_f, GDK_CONTROL_MASK.rawValue): gtk_widget_grab_focus(search)
        case (GDK_KEY_1...GDK_KEY_9, GDK_ALT_MASK.rawValue): open(Int(Int32(bitPattern: key) - GDK_KEY_1))
        case (GDK_KEY_Down, 0) where !grid.hasFocus && !model.found.isEmpty: grid.focus(model.selection)
        case (let key, 0) where grid.hasFocus && Self.steps[key] != nil:
            model.select(grid.item(from: model.selection, Self.steps[key]!))
            grid.select(model.selection)
            grid.focus(model.selection)
        case (GDK_KEY_Menu, 0), (GDK_KEY_F10, GDK_SHIFT_MASK.rawValue):
            guard let tile = grid.widget(at: model.selection) else { return false }
            showMenu(of: model.selection, at: tile)
        default: return false
        }
        return true
    }

    /// Whether the focus is in a menu, which has its own keys.
    private var isFocusInPopover: Bool {
        gtk_window_get_focus(window.cast()).map { gtk_widget_get_ancestor($0, gtk_popover_get_type()) != nil } ?? false
    }
}
