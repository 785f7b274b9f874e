import AppGroup
import Testing

@Suite("Badge counts")
struct BadgeCountTests {
    static let highest: Int64 = 9_007_199_254_740_991

    @Test(
        "A badge is held between 0 and the largest integer that JSON keeps exact",
        arguments: [
            (.min, 0), (-1, 0), (0, 0), (1, 1), (highest - 1, highest - 1), (highest, highest), (highest + 1, highest),
            (.max, highest),
        ] as [(Int64, Int64)])
    func isHeld(count: Int64, expected: Int64) {
        #expect(BadgeCount(clamping: count).value == expected)
        #expect(BadgeCount(integerLiteral: count).value == expected)
    }

    @Test("A badge takes integers of any width")
    func takesAnyInteger() {
        #expect(BadgeCount(clamping: UInt64.max) == .maximum)
        #expect(BadgeCount(clamping: Int8(-5)) == .zero)
        #expect(BadgeCount.maximum.value == Self.highest)
    }

    @Test(
        "Adding to a badge stays within its range",
        arguments: [
            (5, 3, 8), (5, -3, 2), (5, -6, 0), (0, Int64.min, 0), (5, .max, highest), (highest, 1, highest),
            (highest, .max, highest),
            (highest, -highest, 0),
        ] as [(Int64, Int64, Int64)])
    func adds(count: Int64, delta: Int64, expected: Int64) {
        #expect(BadgeCount(clamping: count).adding(delta).value == expected)
    }

    @Test("A badge prints as the bare number and is ordered by it")
    func isANumber() {
        #expect("\(BadgeCount(clamping: 12))" == "12")
        #expect(BadgeCount(clamping: 9) < BadgeCount(clamping: 10))
    }
}
