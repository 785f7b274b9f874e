import AppGroup
import Testing

@Suite("Exit statuses and numbers of openings")
struct AppExitStatusTests {
    @Test("An exit status is 0 to 255, and other numbers are refused or held within that range")
    func statusHasARange() {
        #expect(AppExitStatus(rawValue: 0) == .success && AppExitStatus(rawValue: 255)?.rawValue == 255)
        #expect(AppExitStatus(rawValue: -1) == nil && AppExitStatus(rawValue: 256) == nil)
        #expect(AppExitStatus(clamping: -1) == 0 && AppExitStatus(clamping: .max) == 255)
        #expect("\(AppExitStatus.usage)" == "64")
    }

    @Test("The number of an opening is 0 to 2⁵³, and steps beyond that are held within the range")
    func numberHasARange() {
        typealias Number = AppOpening.Number
        // Values, since a literal is held within the range.
        let (below, last, beyond) = (Int64(-1), Int64(1) << 53, Int64(1) << 53 + 1)
        #expect(Number(below) == nil && Number(last) == .maximum && Number(beyond) == nil)
        #expect(Number(clamping: .min) == .none && Number(clamping: .max) == .maximum)
        #expect(Number.none.advanced(by: -1) == .none && Number.maximum.advanced(by: 1) == .maximum)
        #expect(Number.maximum.advanced(by: .min) == .none && (3 as Number).advanced(by: .max) == .maximum)
        #expect((3 as Number).distance(to: 5) == 2 && (3 as Number) < 5)
    }
}
