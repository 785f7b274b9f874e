/// A key that the home screen knows.
enum Key: Hashable {
    case character(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, backspace
    /// A letter together with Ctrl, in small.
    case control(Character)
}
