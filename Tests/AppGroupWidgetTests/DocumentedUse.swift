import AppGroup
import AppGroupWidget

/// The code in docs/widget.md, “In a tool of your own”, so that it is compiled.
enum DocumentedUse {
    static func draw() async throws {
        let registry = Registry(group: "com.example.tools")
        print(try registry.drawWidget())
        print(try registry.drawWidget(as: .html, layout: WidgetLayout(size: .large)))
        for await _ in registry.ticks {
            print(try registry.drawWidget(as: .tmux))
        }
    }
}
