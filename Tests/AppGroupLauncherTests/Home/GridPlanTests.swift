import AppGroupHome
import TestSupport
import Testing

@Suite struct GridPlanTests {
    @Test func `Items below the heading begin in a new row`() {
        let plan = GridPlan(columns: 3, leading: 4, trailing: 2)
        #expect(plan.places == 11)
        #expect(
            (0..<12).map(plan.content) == [
                .item(0), .item(1), .item(2), .item(3), .blank, .blank, .heading, .blank, .blank, .item(4), .item(5),
                .blank,
            ])
    }

    @Test func `Without items below it, there is no heading, and without items above it, the heading comes first`() {
        #expect(GridPlan(columns: 3, leading: 4, trailing: 0).places == 4)
        #expect(
            (0..<4).map(GridPlan(columns: 2, leading: 0, trailing: 2).content) == [
                .heading, .blank, .item(0), .item(1),
            ])
        #expect(GridPlan(columns: 0, leading: 0, trailing: 0).places == 0)
    }

    @Test func `The arrows step over the heading and over the rest of a row`() {
        let plan = GridPlan(columns: 3, leading: 5, trailing: 4)
        #expect(plan.item(from: 4, .rows(1)) == 6)
        #expect(plan.item(from: 2, .rows(1)) == 4)
        #expect(plan.item(from: 4, .forth) == 5)
        #expect(plan.item(from: 5, .back) == 4)
        #expect(plan.item(from: 7, .rows(1)) == 8)
        #expect(plan.item(from: 8, .rows(1)) == 8)
        #expect(plan.item(from: 7, .rows(-1)) == 4)
        #expect(plan.item(from: 1, .rows(-1)) == 1)
        #expect(plan.item(from: 1, .rows(-9)) == 1 && plan.item(from: 4, .rows(-9)) == 1)
        #expect(plan.item(from: 4, .first) == 0 && plan.item(from: 4, .last) == 8)
    }

    @Test func `Each item has one place, and a movement leads to an item`() {
        for seed in Fuzz.seeds(from: 1, atLeast: 300) {
            var random = RandomSource(seed: seed)
            let plan = GridPlan(columns: 1 + random.below(7), leading: random.below(20), trailing: random.below(20))
            let count = plan.leading + plan.trailing
            #expect((0..<count).allSatisfy { plan.content(at: plan.place(of: $0)) == .item($0) })
            let items = (0..<plan.places).map(plan.content).filter { if case .item = $0 { true } else { false } }
            #expect(items.count == count)
            guard count > 0 else { continue }
            var item = random.below(count)
            for _ in 0..<30 {
                let moves: [GridPlan.Move] = [.back, .forth, .first, .last, .rows(random.below(9) - 4)]
                item = plan.item(from: item, random.pick(moves))
                #expect((0..<count).contains(item), "\(plan)")
            }
        }
    }
}
