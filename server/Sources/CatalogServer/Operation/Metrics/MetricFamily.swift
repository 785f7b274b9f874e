/// Everything that is measured under one name.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    let kind: Kind
    /// By labels, as they are written.
    var series: [String: any MetricSeries] = [:]

    init(kind: Kind) { self.kind = kind }

    func exposition(name: String) -> String {
        let lines = series.sorted { $0.key < $1.key }.flatMap { $0.value.lines(name: name, labels: $0.key) }
        return (["# TYPE \(name) \(kind.rawValue)"] + lines).joined(separator: "\n") + "\n"
    }

    /// A name as Prometheus has them: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
    static func name(_ label: String) -> String {
        let name = String(String.UnicodeScalarView(label.unicodeScalars.map { isAllowed($0) ? $0 : "_" }))
        return name.first?.isNumber ?? true ? "_" + name : name
    }

    /// `name="value",…` without braces, by name.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.sorted { $0.0 < $1.0 }.map { "\(name($0.0))=\"\(escaped($0.1))\"" }.joined(separator: ",")
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) || scalar == "_"
            || scalar == ":"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// One of the numbers under a name, with its labels.
protocol MetricSeries: AnyObject, Sendable {
    /// - Parameter labels: As ``MetricFamily/labels(_:)`` writes them.
    func lines(name: String, labels: String) -> [String]
}

extension MetricSeries {
    func line(_ name: String, _ labels: String, _ value: String) -> String {
        labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)"
    }
}
