import AppGroup
import AppGroupWidget

/// The snippet of docs/widget.md, “In a tool of your own”, so that it is built.
enum DocumentedUse {
    static func draw() async throws {
        let family = Registry(group: "com.example.tools")
        print(try family.drawWidget())
        print(try family.drawWidget(as: .html, layout: WidgetLayout(size: .large)))
        for await _ in family.ticks {
            print(try family.drawWidget(as: .tmux))
        }
    }
}
