/// Keeping the model when openings are deleted.
extension Registry {
    /// Calls `body` as the only writer, which deletes openings, and then keeps a model that has learned the others.
    ///
    /// - Parameter isForgotten: Whether `body` deletes the openings of an app; `nil` if it deletes none.
    func write<Result>(
        patience: Duration, forgetting isForgotten: ((AppID) -> Bool)?, _ body: (any RegistryWriter) throws -> Result
    ) throws(AppGroupError) -> Result {
        // If no state is kept, none gets lost.
        guard let isForgotten,
            let remaining = try read({ reader -> ([AppOpening], [BadgeRise])? in
                try reader.readableModelOpening() != nil
                    ? (
                        reader.openings().filter { !isForgotten($0.app) },
                        reader.badgeRises(since: .none).filter { !isForgotten($0.app) }
                    ) : nil
            })
        else { return try write(patience: patience, body) }
        let prepared = PreparedModel(remaining.0, remaining.1)
        let (result, isKept) = try write(patience: patience) { writer in
            let result = try body(writer)
            return (result, try prepared.keep(writer))
        }
        if !isKept { keepModel(patience: patience) }
        return result
    }

    /// Learns all openings and keeps the model, if the storage keeps states and has none now. Best effort: if it fails, the
    /// writers that record openings learn a part each.
    func keepModel(patience: Duration) {
        guard let (openings, rises) = try? read({ try ($0.openings(), $0.badgeRises(since: .none)) }),
            !openings.isEmpty
        else { return }
        let prepared = PreparedModel(openings, rises)
        _ = try? write(patience: patience) { try prepared.keep($0) }
    }
}
