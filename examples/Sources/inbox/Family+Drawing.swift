import AppGroup
import AppGroupWidget

extension Family {
    /// The siblings, as this terminal can show them.
    static func drawing() throws -> String { try inbox.family.drawWidget() + "\n" }
}
