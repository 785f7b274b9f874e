extension Registry {
    /// The apps that this user may install and has not installed, by name, as launcher-store last heard of them.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read. A registry that does not exist has no offers.
    public func offers() throws(AppGroupError) -> [AppOffer] {
        var search = resolver.search
        return try read { reader in
            try reader.offers().filter { offer in
                guard let app = try reader.app(offer.app) else { return true }
                return !resolver.availability(of: app, &search).isInstalled
            }
        }.sorted { ($0.name, $0.app) < ($1.name, $1.app) }
    }

    /// Says what a source offers now, in place of what it offered before, and what its apps could be updated to. Writes
    /// nothing if nothing changed.
    ///
    /// If two sources offer the same app, the offer of the first one stays.
    ///
    /// - Parameters:
    ///   - offers: Everything that the user may install from there, installed or not. If there are none, and the group holds
    ///     nothing else, its registry is removed.
    ///   - updates: For each app that the source is responsible for, the version to which it could be updated; `nil` for an
    ///     app that is up to date. Other apps stay as they are. To put a `nil` into such a dictionary, call
    ///     `updateValue(nil, forKey: id)`: the assignment `updates[id] = nil` removes the app instead.
    ///   - source: The server that offers them.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError`` if the registry cannot be written.
    public func setOffers(
        _ offers: [AppOffer], updates: [AppID: AppVersion?] = [:], from source: OfferSource,
        patience: Duration = .seconds(10)
    ) throws(AppGroupError) {
        let offers = offers.filter { $0.source == source }
        guard try read({ try isNews(offers, updates: updates, from: source, to: $0) }) else { return }
        try write(patience: patience) { writer in
            try writer.setOffers(offers, from: source)
            for var app in try writer.apps() {
                guard let update = updates[app.id], app.availableVersion != update else { continue }
                app.availableVersion = update
                try writer.save(app)
            }
        }
        if offers.isEmpty { try removeIfEmpty(patience: patience, keepingSettings: true) }
    }

    private func isNews(
        _ offers: [AppOffer], updates: [AppID: AppVersion?], from source: OfferSource, to reader: any RegistryReader
    ) throws -> Bool {
        let known = try reader.offers()
        let taken = Set(known.lazy.filter { $0.source != source }.map(\.app))
        guard Set(known.filter { $0.source == source }) == Set(offers.filter { !taken.contains($0.app) }) else {
            return true
        }
        return try reader.apps().contains { app in updates[app.id].map { $0 != app.availableVersion } ?? false }
    }
}
