/// What shows text, and where (ISO 32000-1, 9.3 and 9.4).
struct TextState {
    var font: Font?
    var size = 0.0
    var characterSpace = 0.0
    var wordSpace = 0.0
    var scale = 1.0
    var leading = 0.0
    var rise = 0.0
}

/// What `q` saves and `Q` restores.
struct GraphicsState {
    var matrix = Matrix.identity
    var text = TextState()
}
