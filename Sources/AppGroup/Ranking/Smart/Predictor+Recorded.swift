/// Learning what a group has recorded.
extension Predictor {
    /// Learns an opening.
    mutating func learn(_ opening: AppOpening) {
        learn(Item(opening.app), at: opening.moment.seconds, utcOffset: opening.utcOffset)
    }

    /// Takes note of a rise.
    mutating func note(_ rise: BadgeRise) {
        if rise.isCleared {
            badgeCleared(of: Item(rise.app))
        } else {
            badgeRose(of: Item(rise.app), at: rise.moment.seconds)
        }
    }

    /// Learns openings, and before each of them the rises that came before it.
    ///
    /// - Parameters:
    ///   - openings: The oldest first.
    ///   - rises: In the order of ``BadgeRise/opening``.
    ///   - last: The number up to which openings are learned. Rises that came later are not.
    mutating func learn(_ openings: some Sequence<AppOpening>, _ rises: [BadgeRise], through last: AppOpening.Number) {
        var noted = 0
        func isNext(before number: AppOpening.Number) -> Bool { noted < rises.count && rises[noted].opening < number }
        for opening in openings where opening.number <= last {
            while isNext(before: opening.number) {
                note(rises[noted])
                noted += 1
            }
            learn(opening)
        }
        while isNext(before: last) {
            note(rises[noted])
            noted += 1
        }
    }
}
