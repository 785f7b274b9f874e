@main
enum Launcher {
    static func main() {}
}
