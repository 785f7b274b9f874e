import Foundation
import GeoReport
import Hummingbird
import Serving

/// The last part of a path: `services.xml`.
struct DocumentName {
    let stem: String
    let format: GeoFormat

    /// Throws `notFound` for a format that there isn't.
    init(of context: PostersContext) throws(ServiceError) {
        let name = context.parameters.get("document") ?? ""
        guard let dot = name.lastIndex(of: "."), let format = GeoFormat(rawValue: Self.suffix(of: name)) else {
            throw ServiceError(.notFound, "Answers end in .xml or .json.")
        }
        self.format = format
        stem = name[..<dot].removingPercentEncoding ?? String(name[..<dot])
    }

    static func suffix(of path: String) -> String {
        path.lastIndex(of: ".").map { String(path[$0...].dropFirst()) } ?? ""
    }
}
