/// How much of what lies below a fill can be seen through it (ISO 32000-1, 11.6.4 and 11.6.5).
struct Transparency {
    /// From 0 to 1.
    private var opacity = 1.0
    private var isBlended = false
    private var isMasked = false

    init() {}

    /// Whether nothing of the fill can be seen.
    var isInvisible: Bool { opacity == 0 }

    /// Whether the fill hides what lies below it.
    var isOpaque: Bool { opacity == 1 && !isBlended && !isMasked }

    /// The parameters that a graphics state dictionary sets. Those that it lacks stay as they are.
    struct Change {
        let opacity: Double?
        let blendMode: String?
        let hasMask: Bool?
    }

    mutating func apply(_ change: Change) {
        if let opacity = change.opacity { self.opacity = opacity }
        if let mode = change.blendMode { isBlended = !["Normal", "Compatible"].contains(mode) }
        if let hasMask = change.hasMask { isMasked = hasMask }
    }
}
