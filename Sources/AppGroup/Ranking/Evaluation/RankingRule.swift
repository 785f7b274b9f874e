/// One way to rank the items of one user, who is followed event by event. Items are numbered from 0 in the order in which
/// they first appear.
protocol RankingRule {
    /// What it is called in a report.
    var name: String { get }

    /// Says what each item that appeared so far weighs, the likeliest the most; −∞ for one that the rule has forgotten.
    ///
    /// - Parameters:
    ///   - weights: Has a place for each item, of which as many are filled as appeared.
    ///   - seconds: The moment for which it is asked, local wall clock.
    ///   - current: An item that cannot come next.
    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?)

    /// Takes note of an event.
    mutating func learn(_ item: Int, at seconds: Int64)
}
