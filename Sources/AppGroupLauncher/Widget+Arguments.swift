public import AppGroupWidget
public import ArgumentParser

extension WidgetSize: ExpressibleByArgument {}
extension WidgetFormat: ExpressibleByArgument {}
