import AppGroupWindow
import CAdwaita

/// The keys that work anywhere in the window.
extension GroupWindow {
    /// The keys that move the selection in the grid.
    private static let steps: [Int32: TileGrid.Step] = [
        GDK_KEY_Left: .left, GDK_KEY_Right: .right, GDK_KEY_Up: .up, GDK_KEY_Down: .down, GDK_KEY_Home: .first,
        GDK_KEY_End: .last, GDK_KEY_Page_Up: .pageUp, GDK_KEY_Page_Down: .pageDown, GDK_KEY_KP_Left: .left,
        GDK_KEY_KP_Right: .right, GDK_KEY_KP_Up: .up, GDK_KEY_KP_Down: .down, GDK_KEY_KP_Home: .first,
        GDK_KEY_KP_End: .last, GDK_KEY_KP_Page_Up: .pageUp, GDK_KEY_KP_Page_Down: .pageDown,
    ]

    /// - Parameter event: The `GdkEvent` of the key.
    /// - Returns: Whether the key has been handled.
    func press(_ key: UInt32, _ modifiers: GdkModifierType, _ event: OpaquePointer) -> Bool {
        guard !menu.isOpen, !isFocusInPopover, !isComposing else { return false }
        let held = modifiers.rawValue & (GDK_ALT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
        switch (Int32(bitPattern: key), held) {
        case (GDK_KEY_Escape, 0):
            if model.query.isEmpty {
                gtk_window_close(window.cast())
            } else {
                gtk_editable_set_text(search.opaque, "")
                gtk_widget_grab_focus(search)
            }
        case _ where Self.isControl(GDK_KEY_w, event): gtk_window_close(window.cast())
        case _ where Self.isControl(GDK_KEY_f, event): gtk_widget_grab_focus(search)
        case (GDK_KEY_KP_1...GDK_KEY_KP_9, GDK_ALT_MASK.rawValue):
            open(Int(Int32(bitPattern: key) - GDK_KEY_KP_1))
        case (_, GDK_ALT_MASK.rawValue):
            guard let digit = Self.digit(event) else { return false }
            open(digit - 1)
        case (let key, 0) where Self.steps[key] == .down && !grid.hasFocus && !model.found.isEmpty:
            grid.focus(model.selection)
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

    /// Whether Ctrl and a letter are pressed, even with Caps Lock, or if the letter is on another of the user's keyboard layouts.
    private static func isControl(_ letter: Int32, _ event: OpaquePointer) -> Bool {
        gdk_key_event_matches(event, UInt32(letter), GDK_CONTROL_MASK) != GDK_KEY_MATCH_NONE
    }

    /// The digit, from 1 to 9, on the key that is pressed. On French keyboards, it is typed with Shift.
    private static func digit(_ event: OpaquePointer) -> Int? {
        var places: UnsafeMutablePointer<GdkKeymapKey>?
        var symbols: UnsafeMutablePointer<guint>?
        var count: Int32 = 0
        gdk_display_map_keycode(
            gdk_event_get_display(event), gdk_key_event_get_keycode(event), &places, &symbols, &count)
        defer {
            g_free(places)
            g_free(symbols)
        }
        guard let places, let symbols else { return nil }
        return (0..<Int(count)).filter { places[$0].level <= 1 }.map { Int(symbols[$0]) - Int(GDK_KEY_0) }
            .first { (1...9).contains($0) }
    }

    /// Whether an input method composes text in the search. All keys are for the method until it has completed the text.
    private var isComposing: Bool { hasPreedit && focus?.opaque == gtk_editable_get_delegate(search.opaque) }

    /// Whether the focus is in a menu, which has its own keys.
    private var isFocusInPopover: Bool {
        focus.map { gtk_widget_get_ancestor($0, gtk_popover_get_type()) != nil } ?? false
    }

    private var focus: Widget? { gtk_window_get_focus(window.cast()) }
}
