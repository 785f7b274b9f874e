import AppGroup
import Testing

@testable import Accounts

struct TokenBucketsTests {
    private func moment(_ seconds: Double) -> Timestamp { Timestamp(milliseconds: Int64(seconds * 1000)) }

    @Test func `A bucket allows a burst and then one attempt in each interval`() {
        let buckets = TokenBuckets<String>(burst: 3, interval: 10)
        #expect((0..<5).map { _ in buckets.take("a", at: moment(0)) } == [nil, nil, nil, 10, 10])
        #expect(buckets.take("b", at: moment(0)) == nil)
        #expect(buckets.take("a", at: moment(4)) == 6)
        #expect(buckets.take("a", at: moment(10)) == nil)
        #expect(buckets.take("a", at: moment(10)) == 10)
        #expect((0..<4).map { _ in buckets.take("a", at: moment(1000)) } == [nil, nil, nil, 10])
    }

    @Test func `An attempt that is given back can be taken again, but only once`() {
        let buckets = TokenBuckets<String>(burst: 1, interval: 10)
        for _ in 0..<5 {
            #expect(buckets.take("a", at: moment(0)) == nil)
            buckets.giveBack("a")
        }
        buckets.giveBack("a")
        #expect([buckets.take("a", at: moment(0)), buckets.take("a", at: moment(0))] == [nil, 10])
    }

    @Test func `A clock that goes backward changes no bucket`() {
        let buckets = TokenBuckets<String>(burst: 2, interval: 10)
        #expect(buckets.take("a", at: moment(100)) == nil)
        #expect(buckets.take("a", at: moment(0)) == nil)
        #expect(buckets.take("a", at: moment(0)) == 10)
    }

    @Test func `The number of buckets is limited, and the busiest ones are kept longest`() {
        let buckets = TokenBuckets<Int>(burst: 5, interval: 1000, capacity: 100)
        for _ in 0..<5 { #expect(buckets.take(-1, at: moment(0)) == nil) }
        for stranger in 0..<10_000 { _ = buckets.take(stranger, at: moment(0)) }
        #expect(buckets.count <= 100)
        #expect(buckets.take(-1, at: moment(0)) != nil)
    }
}
