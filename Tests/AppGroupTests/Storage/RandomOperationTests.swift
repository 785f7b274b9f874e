import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Random operations", .ownGroup)
struct RandomOperationTests {
    struct Interruption: Error {}

    @Test(
        "Random operations leave the same in every storage as in the model", arguments: StorageKind.allCases,
        1...6 as ClosedRange<UInt64>)
    func agreeWithTheModel(kind: StorageKind, seed: UInt64) throws {
        for seed in Fuzz.seeds(from: seed) { try compare(kind, RandomSource(seed: seed)) }
    }

    /// Carries out the same operations on an empty storage and an empty model.
    private func compare(_ kind: StorageKind, _ generator: RandomSource) throws {
        for folder in [TestGroup.current.home, "\(TestGroup.current.folder)/json"] {
            try? FileManager.default.removeItem(atPath: folder)
        }
        var generator = generator
        var model = StorageModel()
        var storage = try kind.make()
        for _ in 0..<150 {
            var steps: [String] = []
            if generator.isOnce(in: 6) {
                // A write that fails after some steps leaves nothing behind; images, named by their content, may stay.
                var draft = model
                #expect(throws: Interruption.self) {
                    try storage.write { writer in
                        for _ in 0..<3 { steps.append(try draft.step(writer, savesImages: false, &generator)) }
                        throw Interruption()
                    }
                }
            } else {
                try storage.write { writer in
                    for _ in 0..<Int.random(in: 1...3, using: &generator) {
                        steps.append(try model.step(writer, &generator))
                        try model.check(writer, after: "\(steps)")
                    }
                }
                model.commit()
            }
            if kind == .sqlite, generator.isOnce(in: 5) { storage = try kind.make() }
            try storage.read { try model.check($0, after: "\(steps)") }
        }
    }
}
