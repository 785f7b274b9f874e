#if canImport(CAdwaita)
import AppGroupHome
import CAdwaita

/// The places of the grid and the tiles in them, which change in steps: each frame waits only for what is seen.
extension TileGrid {
    /// The rows before the first frame: as many as are seen at once. As many others are made, filled or removed after each frame.
    private static let rowsPerFrame = 4
    /// The grid view makes no more cells than for this many rows.
    private static let rowsWithCells = 32

    /// How many places there are now.
    var count: Int { Int(g_list_model_get_n_items(places)) }

    /// How many places there should be. As many as are seen at once stay even if they are blank, because cells take long to make.
    private var goal: Int { isRow ? plan.places : max(plan.places, min(count, rowsSeen * columns)) }

    /// Brings the number of places nearer to the goal, by as much as may happen between two frames.
    ///
    /// - Parameter isFirstStep: Whether to leave the cells that there are for the frames after the next one.
    func resize(isFirstStep: Bool = false) {
        let wasSelecting = isSelecting
        isSelecting = true
        defer { isSelecting = wasSelecting }
        let (now, goal, step) = (count, goal, Self.rowsPerFrame * columns)
        // Further places have no cells.
        let most = Self.rowsWithCells * columns
        if isRow || now >= most && goal >= most {
            resize(to: goal)
        } else if now < goal {
            resize(to: min(goal, max(step, isFirstStep ? now : now + step)))
        } else {
            resize(to: max(goal, isFirstStep ? min(now, most) : min(now - step, most)))
        }
        continueAfterFrame()
    }

    /// Adds or removes places at the end.
    private func resize(to wanted: Int) {
        let now = count
        if wanted < now {
            g_list_store_splice(places, guint(wanted), guint(now - wanted), nil, 0)
        } else if wanted > now {
            var added: [gpointer?] = (now..<wanted).map { _ in
                g_object_new_with_properties(app_group_type_object(), 0, nil, nil)
            }
            .map { UnsafeMutableRawPointer($0) }
            g_list_store_splice(places, guint(now), 0, &added, guint(added.count))
            for place in added { g_object_unref(place) }
        }
    }

    /// Makes the number of places larger than that of a place, even before the next frame.
    func reach(_ place: Int) {
        while place >= count, count < plan.places { resize() }
    }

    private func continueAfterFrame() {
        guard !isWaitingForFrame, count != goal || !unfilled.isEmpty else { return }
        isWaitingForFrame = true
        Frames.afterNext(of: view) { [weak self] in
            guard let self else { return }
            isWaitingForFrame = false
            if unfilled.isEmpty { resize() } else { fillMore() }
        }
    }

    /// Fills the tiles that are seen now, and the others after the next frames, because each takes time.
    func fill(atTop isAtTop: Bool = false) {
        unfilled = []
        let last = (rowsSeen + 1) * columns
        for (place, tile) in tiles {
            if isRow || (isAtTop ? place < last : isNearView(tile)) {
                fill(tile, place)
            } else if place < plan.places {
                unfilled.append(place)
            }
        }
        unfilled.sort(by: >)
        continueAfterFrame()
    }

    private func fillMore() {
        let step = Self.rowsPerFrame * columns
        for place in unfilled.suffix(step) {
            if let tile = tiles[place] { fill(tile, place) }
        }
        unfilled.removeLast(min(unfilled.count, step))
        continueAfterFrame()
    }

    func fill(_ tile: Tile, _ place: Int) {
        switch plan.content(at: place) {
        case .blank: tile.showNothing()
        case .heading: tile.show(heading: heading)
        case .item(let index):
            guard items.indices.contains(index) else { return tile.showNothing() }
            let item = items[index]
            let image = item.app.map {
                images.image(of: $0, in: registries, scale: max(1, gtk_widget_get_scale_factor(widget)))
            }
            // The heading says the same of all items below it.
            let remark = index < plan.leading ? item.remark : ""
            tile.show(
                item, image: image ?? .none, remark: remark, progress: progress[AppKey(item.id, item.group)])
        }
    }
}
#endif
