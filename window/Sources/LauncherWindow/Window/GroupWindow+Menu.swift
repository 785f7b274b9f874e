import AppGroup
import AppGroupHome
import AppGroupWindow
import CAdwaita

/// The menu of an app, and what its choices do.
extension GroupWindow {
    func showMenu(of place: Int, at tile: Widget) {
        guard model.found.indices.contains(place) else { return }
        let item = model.found[place]
        switch item {
        case .offer(let offer, let group): showMenu([[choice(for: offer, of: group)]], at: tile)
        case .app(let app), .action(_, let app):
            OlderVersion.find(app) { [weak self] older in
                guard let self, let tile = grid.widget(at: model.selection),
                    model.selected?.homeIdentity == item.homeIdentity,
                    let registry = contents.registries.of(app.group)
                else { return }
                showMenu(choices(for: app, of: registry, older), at: tile)
            }
        }
    }

    private func showMenu(_ choices: [[TileMenu.Choice]], at tile: Widget) {
        menu.show(choices, at: tile) { [unowned self] in grid.focus(model.selection) }
    }

    private func choice(for offer: AppOffer, of group: GroupID) -> TileMenu.Choice {
        let key = AppKey(offer.app, group)
        guard jobs.isRunning(for: key) else { return choice("Install", .install, key, called: "\(offer.name)") }
        return .init(label: "Cancel") { [unowned self] in jobs.cancel(key) }
    }

    /// - Parameters:
    ///   - registry: The app's group. When the user has answered a question, the window may show other groups.
    ///   - older: The version to which the app can go back.
    private func choices(for app: AppEntry, of registry: Registry, _ older: String?) -> [[TileMenu.Choice]] {
        let (id, group) = (app.id, app.group)
        let key = AppKey(app)
        let name = "\(app.name)" + (contents.distinctions[key].map { " (\($0))" } ?? "")
        let isPinned = app.preferences.isPinned
        let isPackage = app.record.isInstalledPackage
        let actions = app.actions.map { action in
            TileMenu.Choice(label: "\(action.name)") { [unowned self] in
                start(.action(action.id, of: id), in: registry)
            }
        }
        let visibility =
            app.preferences.isHidden
            ? TileMenu.Choice(label: "Show") { [unowned self] in setHidden(false, app, called: name, of: registry) }
            : TileMenu.Choice(label: "Hide") { [unowned self] in setHidden(true, app, called: name, of: registry) }
        var last: [TileMenu.Choice] = []
        if jobs.isRunning(for: key) {
            last.append(.init(label: "Cancel the Update") { [unowned self] in jobs.cancel(key) })
        } else {
            if let version = app.availableVersion {
                last.append(choice("Update to \(version)", .update, key, called: name))
            }
            if let older { last.append(choice("Go Back to \(older)", .rollback, key, called: name)) }
        }
        last.append(.init(label: "Info") { [unowned self] in Dialogs.info(about: app, called: name, over: window) })
        last.append(
            .init(label: isPackage ? "Uninstall…" : "Remove from the Group…") { [unowned self] in
                Dialogs.askToUninstall(app, called: name, over: window) { [unowned self] in
                    change(registry, .uninstall(id, group))
                }
            })
        return [
            [.init(label: "Open") { [unowned self] in start(.app(id), in: registry) }] + actions,
            [
                .init(label: isPinned ? "Unpin" : "Pin") { [unowned self] in
                    change(registry, .pin(id, group, !isPinned))
                },
                visibility,
            ],
            last,
        ]
    }

    private func choice(
        _ label: String, _ work: StoreJobs.Work, _ app: AppKey, called name: String
    ) -> TileMenu.Choice {
        .init(label: label) { [unowned self] in jobs.start(work, app, called: name) }
    }

    /// Changes a registry as the user wishes, and shows the result.
    private func change(_ registry: Registry, _ wish: HomeWish) {
        do throws(AppGroupError) {
            _ = try wish.change([registry])
            banner.hide(about: .action)
        } catch {
            banner.show("\(error)", about: .action)
        }
        refresh()
    }

    private func setHidden(_ isHidden: Bool, _ app: AppEntry, called name: String, of registry: Registry) {
        do throws(AppGroupError) {
            try registry.setHidden(isHidden, of: app.id)
        } catch {
            return banner.show("\(error)", about: .action)
        }
        refresh()
        guard isHidden else { return }
        let toast = Toasts.make("Hid \(name)", button: "Undo") { [unowned self] in
            setHidden(false, app, called: name, of: registry)
        }
        // The overlay would show one after the other, for ten seconds each.
        lastToast.show(toast, in: toasts)
    }
}
