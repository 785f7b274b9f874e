/// A list with a line for each fact about one thing.
package protocol FactsListing: Listing {
    typealias Fact = (what: String, value: String)

    /// The facts by the names that scripts read.
    var facts: [Fact] { get }
    /// The same facts in the words of people.
    var wordedFacts: [Fact] { get }
}

extension FactsListing {
    package var wordedFacts: [Fact] { facts }

    package var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "WHAT", shrinkOrder: 2, minimumWidth: 6),
            TextTable.Column(header: "VALUE", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    package var rows: [[TextTable.Cell]] {
        wordedFacts.map { [TextTable.Cell($0.what, style: .dim), TextTable.Cell($0.value)] }
    }

    package var records: [[String]] { facts.map { [$0.what, $0.value] } }
}
