import AppGroup
import AppGroupText

/// A line about an app: its name, when it was opened, why it is ranked at its place, and its fields.
struct AppDetail {
    let app: AppEntry
    /// The evidence of the order `smart`; empty if that order is not used.
    let evidence: [Predictor.Prediction.Contribution]
    /// The app that was opened last; `nil` for none.
    let current: AppEntry?
    let clock: LocalClock
    /// What tells the app from others of its name; `nil` if there are none.
    var distinction: String?

    var text: String { ([name] + state + fields.map { "\($0.key): \($0.value)" }).joined(separator: " · ") }

    private var name: String { "\(app.name)" + (distinction.map { " (\($0))" } ?? "") }

    /// The time when it was opened, and the reasons for its rank.
    var state: [String] { [opened] + reasons }

    private var opened: String { app.usage.lastOpened.map { "opened \(clock.ago($0))" } ?? "never opened" }

    /// Why the app comes before others, even if it is seldom used; otherwise what is known about its use.
    private var reasons: [String] {
        let strong = (app.badge == .zero ? [] : ["\(app.badge) to do"]) + (app.preferences.isPinned ? ["pinned"] : [])
        return strong.isEmpty ? [use].compactMap(\.self) : strong
    }

    /// How often the app was opened, or why it will probably be opened next; `nil` if it never was.
    private var use: String? {
        guard app.usage.count > 0 else { return nil }
        guard let likelihood = app.likelihood, let strongest = evidence.max(by: { $0.value < $1.value }),
            strongest.value > 0
        else { return app.usage.count == 1 ? "opened once" : "opened \(app.usage.count) times" }
        return "\(Decimal.text(likelihood * 100, digits: 0)) % likely next: \(phrase(strongest.part))"
    }

    private func phrase(_ part: Predictor.Prediction.Part) -> String {
        switch part {
        case .recency: "used lately"
        case .rhythm: "usually used again about now"
        case .sequence:
            current.map { $0.id == app.id ? "often opened again" : "often opened after \($0.name)" }
                ?? "often opened now"
        case .hour: "usual at this time of day"
        case .needsYou: "its badge has risen"
        }
    }

    /// More characters than a line shows.
    private static let longestValue = 200

    /// The fields by key, as a person reads them.
    var fields: [(key: String, value: String)] {
        app.fields.sorted { $0.key < $1.key }.map { key, value in
            ("\(key)", value.date.map { clock.ago($0) } ?? String("\(value)".prefix(Self.longestValue)))
        }
    }
}

extension [AppEntry] {
    /// The app of a group that was opened last; `nil` if none was ever opened.
    func lastOpened(in group: GroupID) -> AppEntry? {
        filter { $0.group == group && $0.usage.count > 0 }.max { $0.usage.lastOpening < $1.usage.lastOpening }
    }
}
