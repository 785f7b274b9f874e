extension AppQuery {
    /// The offers that answer best to what a person typed: those of that identifier, else of that name, else those whose
    /// name has a word, or whose identifier a last segment, that begins with it, else a part of it. Case does not count.
    ///
    /// - Returns: No offer, one, or several between which the person must choose; in the given order.
    public static func matches(_ text: String, in offers: [Offer]) -> [Offer] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        return offerTiers.lazy.map { tier in offers.filter { tier($0, wanted) } }.first { !$0.isEmpty } ?? []
    }

    private static let offerTiers: [@Sendable (Offer, String) -> Bool] = [
        { offer, wanted in offer.app.folded == wanted },
        { offer, wanted in offer.name.description.lowercased() == wanted },
        { offer, wanted in
            let words = offer.name.description.lowercased().split { !$0.isLetter && !$0.isNumber }
            return (words + offer.app.folded.split(separator: ".").suffix(1)).contains { $0.hasPrefix(wanted) }
        },
        { offer, wanted in
            offer.name.description.lowercased().contains(wanted) || offer.app.folded.contains(wanted)
        },
    ]
}
