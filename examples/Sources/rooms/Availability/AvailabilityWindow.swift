/// The time that servers are asked about.
enum AvailabilityWindow {
    /// A day, in seconds: long enough to say when a room is taken or free again.
    static let length: Int64 = 86_400
    /// The length of a slot, in seconds, the shortest that servers answer (Exchange Web Services takes 5 minutes and more).
    static let slot: Int64 = 300
}
