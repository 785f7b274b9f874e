import AppGroup
import AppGroupTerminal

/// What `launcher list --explain` says of each app: how likely it is to be opened next, and what each part of the model
/// added to that, as the logarithm of a factor.
extension FamilyListing {
    var explanationColumns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "LIKELY", alignment: .right),
        ]
            + Predictor.Prediction.Part.allCases.map { part in
                // Room for a whole number: one that is cut off is another number.
                TextTable.Column(
                    header: part.rawValue.uppercased(), alignment: .right, shrinkOrder: 1, minimumWidth: 6)
            }
    }
}

extension FamilyApp {
    var explanationCells: [TextTable.Cell] {
        [
            TextTable.Cell((self.preferences.isPinned ? "★ " : "") + "\(self.name)", style: isShown ? .bold : .dim),
            TextTable.Cell(Decimal.text((likelihood ?? 0) * 100, digits: 1) + " %"),
        ]
            + Predictor.Prediction.Part.allCases.map { part in
                TextTable.Cell(contribution(of: part).map { Decimal.text($0, digits: 2, showsPlus: true) } ?? "")
            }
    }

    /// The likelihood from 0 to 1, and each part as `part=value`.
    var explanationFields: [String] {
        ["\(likelihood ?? 0)"] + contributions.map { "\($0.part.rawValue)=\($0.value)" }
    }

    var explanationMembers: [(String, JSONValue)] {
        [
            ("likelihood", .double(likelihood ?? 0)),
            ("explanation", .object(contributions.map { ($0.part.rawValue, .double($0.value)) })),
        ]
    }

    private func contribution(of part: Predictor.Prediction.Part) -> Double? {
        contributions.first { $0.part == part }?.value
    }
}
