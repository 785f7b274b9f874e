/// The order `smart`.
struct SmartRule: RankingRule {
    private let items: [Predictor.Item]
    private var predictor = Predictor()
    private var known = 0

    init(_ names: [String]) { items = names.map { Predictor.Item(value: FNV1a.hash($0.utf8)) } }

    var name: String { AppOrder.smart.rawValue }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        let prediction = predictor.prediction(at: seconds, excluding: current.map { items[$0] })
        for index in 0..<known { weights[index] = prediction.likelihood(of: items[index]) }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        predictor.learn(items[item], at: seconds)
        known = max(known, item + 1)
    }
}
