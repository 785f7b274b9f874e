/// Whether prediction is better than frecency: the mean reciprocal rank that each gave to the opened apps, over about the last
/// 200 openings.
struct Comparison: Sendable {
    private(set) var count: Int64 = 0
    private(set) var prediction = 0.0
    private(set) var frecency = 0.0

    private static let fading = 0.995
    private static let fewest = 30

    init() {}

    /// A stored comparison; `nil` if a number is impossible.
    init?(count: Int64, prediction: Double, frecency: Double) {
        guard (0...(1 << 53)).contains(count), (0...201).contains(prediction), (0...201).contains(frecency) else {
            return nil
        }
        (self.count, self.prediction, self.frecency) = (count, prediction, frecency)
    }

    /// Whether there were enough openings, and prediction has the higher mean.
    var predictionLeads: Bool { count >= Self.fewest && prediction > frecency }

    /// Counts an opening, with the place of the opened app in both orders, from 1.
    mutating func count(predicted: Int, byFrecency: Int) {
        count = min(count + 1, 1 << 53)
        prediction = prediction * Self.fading + 1 / Double(predicted)
        frecency = frecency * Self.fading + 1 / Double(byFrecency)
    }
}
