extension Predictor {
    /// How likely each app is opened next, and why.
    package struct Prediction: Sendable {
        let numbers: [Item: Int]
        let likelihoods: [Double]
        let evidence: Evidence
        let weights: [Double]
        let excluded: Int?

        /// How likely an app is opened next, 0 to 1. The sum over the known apps that are not excluded is 1; all others have 0.
        package func likelihood(of item: Item) -> Double { numbers[item].map { likelihoods[$0] } ?? 0 }

        /// What each kind of evidence adds to an app's score, compared with the average app. A positive number speaks for the app;
        /// 0.7 more makes it twice as likely. Empty for an unknown app, and for the excluded one.
        package func contributions(of item: Item) -> [Contribution] {
            guard let number = numbers[item], number != excluded else { return [] }
            return Part.allCases.map { part in
                Contribution(
                    part: part,
                    value: part.columns.reduce(0) { sum, column in
                        sum + weights[column.rawValue] * (evidence[number, column] - average(of: column))
                    })
            }
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

            fileprivate var columns: [Evidence.Column] {
                switch self {
                case .recency: [.place, .isLast, .isSecondLast, .isThirdLast]
                case .rhythm: [.returnTime, .returnTurn]
                case .sequence: [.successor, .successorAfterGap]
                case .hour: [.hour]
                }
            }
        }
    }
}
