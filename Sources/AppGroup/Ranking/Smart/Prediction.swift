extension Predictor {
    /// How likely each app is opened next, and why.
    package struct Prediction: Sendable {
        let numbers: [Item: Int]
        let likelihoods: [Double]
        let evidence: Evidence
        let weights: [Double]
        let badgeWeights: BadgeEvidence.Values
        let excluded: Int?

        /// How likely an app is opened next, 0 to 1. The sum over the known apps that are not excluded is 1; all others have 0.
        package func likelihood(of item: Item) -> Double { numbers[item].map { likelihoods[$0] } ?? 0 }

        /// What each kind of evidence adds to an app's score, compared with the average app, or without a badge. A positive
        /// number speaks for the app; 0.7 more makes it twice as likely. Empty for an unknown app, and for the excluded one.
        package func contributions(of item: Item) -> [Contribution] {
            guard let number = numbers[item], number != excluded else { return [] }
            return Part.allCases.map { part in
                guard part != .needsYou else { return Contribution(part: part, value: badgeContribution(of: number)) }
                return Contribution(
                    part: part,
                    value: part.columns.reduce(0) { sum, column in
                        sum + weights[column.rawValue] * (evidence[number, column] - average(of: column))
                    })
            }
        }

        /// What speaks for an app because something waits there; 0 for all others, with which it is compared.
        private func badgeContribution(of app: Int) -> Double {
            evidence.badges.first { $0.app == app }.map { (badgeWeights * $0.values).sum() } ?? 0
        }

        private func average(of column: Evidence.Column) -> Double {
            var (sum, count) = (0.0, 0.0)
            for app in 0..<evidence.count where app != excluded {
                sum += evidence[app, column]
                count += 1
            }
            return sum / max(count, 1)
        }

        /// What a kind of evidence adds to an app's score, in natural logarithms of likelihood.
        package struct Contribution: Hashable, Sendable {
            package let part: Part
            package let value: Double
        }

        /// A kind of evidence, as a user would call it.
        package enum Part: String, CaseIterable, Sendable {
            /// Its place in the order of last use.
            case recency
            /// The time and the openings since its last use, against how long it usually takes to come back; with how often
            /// it is used.
            case rhythm
            /// What was opened before.
            case sequence
            /// The time of day.
            case hour
            /// Something arrived: its badge rose since it was last opened.
            case needsYou

            fileprivate var columns: [Evidence.Column] {
                switch self {
                case .recency: [.place, .isLast, .isSecondLast, .isThirdLast]
                case .rhythm: [.returnTime, .returnTurn, .frequency]
                case .sequence: [.successor, .successorAfterGap]
                case .hour: [.hour]
                case .needsYou: []
                }
            }
        }
    }
}
