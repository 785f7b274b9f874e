public import AppGroup
import CToolSupport

extension Timestamp {
    /// The date and the time of day, in whole seconds, that the clocks of this machine's zone showed at this moment, such as
    /// `2026-03-04T05:06:07`.
    public var localTime: String {
        var text = [CChar](repeating: 0, count: 20)
        toolsupport_local_time(time_t(seconds), &text)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The date of that, such as `2026-03-04`.
    public var localDate: String { String(localTime.prefix(10)) }
}
