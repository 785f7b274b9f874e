import ToolSupport

/// Messages for the user.
let console = Console("fund")
