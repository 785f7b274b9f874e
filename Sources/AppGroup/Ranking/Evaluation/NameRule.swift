/// The order `name`.
struct NameRule: RankingRule {
    /// Of each item, by number: how many names come before it, as a negative number.
    private let weights: [Double]
    private var known = 0

    init(_ names: [String]) {
        let folded = names.map { $0.lowercased() }
        var weights = [Double](repeating: 0, count: names.count)
        for (place, item) in folded.indices.sorted(by: { folded[$0] < folded[$1] }).enumerated() {
            weights[item] = -Double(place)
        }
        self.weights = weights
    }

    var name: String { AppOrder.name.rawValue }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for index in 0..<known { weights[index] = self.weights[index] }
    }

    mutating func learn(_ item: Int, at seconds: Int64) { known = max(known, item + 1) }
}
