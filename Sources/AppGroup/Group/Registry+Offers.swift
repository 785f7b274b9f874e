extension Registry {
    /// What this user may install and has not, by name, as the clients of stores last heard of it.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read. A store that does not exist offers nothing.
    public func offers() throws -> [Offer] {
        try storage.read { reader in
            try reader.offers().filter { offer in
                guard let app = try reader.app(offer.app) else { return true }
                return !resolver.availability(of: app).isInstalled
            }
        }.sorted { ($0.name, $0.app) < ($1.name, $1.app) }
    }

    /// Says what a source offers now, in place of what it offered before, and what its apps could be updated to. Writes
    /// nothing where nothing changed.
    ///
    /// An app that two sources offer stays with the one that offered it first.
    ///
    /// - Parameters:
    ///   - offers: Everything that the user may have from there, whether it is installed or not. No offer at all, and a
    ///     group that holds nothing else ends by it.
    ///   - updates: For each app that the source answers for, the version that it could be updated to; `nil` for one that
    ///     is up to date. Other apps keep what they have.
    ///   - source: Who offers it.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError`` where the store cannot be written.
    public func setOffers(
        _ offers: [Offer], updates: [AppID: AppVersion?] = [:], from source: OfferSource,
        patience: Duration = .seconds(10)
    ) throws {
        let offers = offers.filter { $0.source == source }
        guard try storage.read({ try isNews(offers, updates: updates, from: source, to: $0) }) else { return }
        try storage.write(patience: patience) { writer in
            try writer.setOffers(offers, from: source)
            for var app in try writer.apps() {
                guard let update = updates[app.id], app.availableVersion != update else { continue }
                app.availableVersion = update
                try writer.save(app)
            }
        }
        if offers.isEmpty { _ = try storage.removeIfEmpty(patience: patience) }
    }

    private func isNews(
        _ offers: [Offer], updates: [AppID: AppVersion?], from source: OfferSource, to reader: any RegistryReader
    ) throws -> Bool {
        let known = try reader.offers()
        let taken = Set(known.lazy.filter { $0.source != source }.map(\.app))
        guard Set(known.filter { $0.source == source }) == Set(offers.filter { !taken.contains($0.app) }) else {
            return true
        }
        return try reader.apps().contains { app in updates[app.id].map { $0 != app.availableVersion } ?? false }
    }
}
