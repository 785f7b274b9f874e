import Testing

@testable import AppGroupText

@Suite struct QuantityTests {
    @Test("Only one thing is named in the singular")
    func plural() {
        #expect("\(Quantity(0, "app"))" == "0 apps")
        #expect("\(Quantity(1, "app"))" == "1 app")
        #expect("\(Quantity(2, "app"))" == "2 apps")
        #expect("\(Quantity(2, "entry", "entries")) and \(Quantity(1, "entry", "entries"))" == "2 entries and 1 entry")
    }
}
