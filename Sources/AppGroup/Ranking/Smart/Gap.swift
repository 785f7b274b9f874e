/// How long ago the last opening of any app was, in six classes: what is opened within seconds of something else follows
/// other rules than what is opened after hours.
enum Gap {
    /// Where a class ends, in seconds; the last one has no end.
    private static let ends: [Double] = [15, 60, 300, 1200, 7200]

    static let classes = 6

    /// The class of a gap in seconds, from 0.
    static func index(_ seconds: Double) -> Int { ends.firstIndex { seconds < $0 } ?? classes - 1 }

    /// Whether two classes are alike: both below a minute, both below 20 minutes, or both above.
    static func areAlike(_ left: Int, _ right: Int) -> Bool { left / 2 == right / 2 }
}
