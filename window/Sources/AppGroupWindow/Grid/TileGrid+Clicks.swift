#if canImport(CAdwaita)
import AppGroup
import AppGroupHome
import CAdwaita

/// The mouse and the finger.
extension TileGrid {
    /// A click opens the item on which it began and ended.
    ///
    /// With its own property `single-click-activate`, GTK 4 also selects whatever comes to lie below a pointer at rest.
    func addClick() {
        let click = gtk_gesture_click_new()!
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_PRIMARY))
        // GTK's gestures of the tiles, which activate an item at a second click, then come later.
        gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
        var pressed: GroupItem.HomeIdentity?
        Signals.connect(pressesOf: click, isLong: false) { [unowned self] x, y in
            pressed = item(x, y).map { items[$0.index].homeIdentity }
        }
        Signals.connect(releasesOf: click) { [unowned self] count, x, y in
            // Not sooner: a long press and a scroll begin like a click.
            gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
            guard count == 1, let (index, _) = item(x, y), items[index].homeIdentity == pressed else { return }
            select(index)
            onSelect(index)
            onOpen(index)
        }
        gtk_widget_add_controller(view, click)
    }

    /// A click with the other button, or a long press, opens the menu of the tile there.
    func addMenu() {
        let click = gtk_gesture_click_new()!
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        let press = gtk_gesture_long_press_new()!
        gtk_gesture_single_set_touch_only(press, 1)
        // Otherwise, GTK 4.8 does not notify it of the end of a tap that opened a tile.
        gtk_event_controller_set_propagation_phase(press, GTK_PHASE_CAPTURE)
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
}
#endif
