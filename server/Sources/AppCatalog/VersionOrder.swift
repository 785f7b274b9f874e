/// Tells which of two versions is newer, whatever numbering scheme their author follows.
///
/// A version is split into runs of digits and runs of letters; everything after a `+` is ignored. Digits compare as numbers of
/// any length, letters as text, and missing numbers count as zero, so that `1.0` equals `1`. Letters mark a prerelease: they are
/// older than a number or the end of the version in the same place, as `1.0-beta` is older than `1.0`. After the first letters
/// it is the other way round: `beta.2` is older than `beta.x`. For versions that follow Semantic Versioning 2.0.0 this is its
/// section 11, with three exceptions: a lone number after the hyphen (`1.0.0-1`) counts as one more number, like a Debian
/// revision; `rc.0` equals `rc`; and `rc10` is newer than `rc9`.
public enum VersionOrder {
    /// Negative if `one` is older, 0 if neither is newer, positive if `one` is newer.
    public static func compare(_ one: String, _ other: String) -> Int {
        let (mine, its) = (parts(of: one), parts(of: other))
        var isBeforeRelease = false
        for index in 0..<max(mine.count, its.count) {
            let part = index < mine.count ? mine[index] : .end
            let counterpart = index < its.count ? its[index] : .end
            let difference = compare(part, counterpart, beforeRelease: isBeforeRelease)
            if difference != 0 { return difference }
            if case .letters = part { isBeforeRelease = true }
        }
        return 0
    }

    private enum Part {
        /// Digits without leading zeros; empty for zero.
        case number([UInt8])
        case letters([UInt8])
        case end
    }

    private static func compare(_ one: Part, _ other: Part, beforeRelease: Bool) -> Int {
        switch (one, other) {
        case (.number(let one), .number(let other)):
            one.count != other.count ? one.count - other.count : lexically(one, other)
        case (.letters(let one), .letters(let other)): lexically(one, other)
        case (.number(let digits), .end): digits.isEmpty ? 0 : 1
        case (.end, .number(let digits)): digits.isEmpty ? 0 : -1
        case (.number, .letters), (.end, .letters): beforeRelease ? -1 : 1
        case (.letters, .number), (.letters, .end): beforeRelease ? 1 : -1
        case (.end, .end): 0
        }
    }

    private static func lexically(_ one: [UInt8], _ other: [UInt8]) -> Int {
        if one == other { return 0 }
        return one.lexicographicallyPrecedes(other) ? -1 : 1
    }

    private static func parts(of version: String) -> [Part] {
        var parts: [Part] = []
        var run: [UInt8] = []
        var isNumber = false
        func close() -> Part? {
            if run.isEmpty { return nil }
            return isNumber ? .number(Array(run.drop { $0 == UInt8(ascii: "0") })) : .letters(run)
        }
        for byte in version.utf8.prefix(while: { $0 != UInt8(ascii: "+") }) {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isSeparator = [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " ")].contains(
                byte)
            if isSeparator || isDigit != isNumber {
                if let part = close() { parts.append(part) }
                run = []
            }
            isNumber = isDigit
            if !isSeparator { run.append(byte) }
        }
        if let part = close() { parts.append(part) }
        return parts
    }
}
