"""Makes one call and prints its error as launcher would: failures register|badge|settings|apps|watch [NAME]"""

import os
import sys

import appgroup

TOOL = "org.example.tool"
call, name = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Tool"
group = appgroup.Group(os.environ["APP_GROUP"])
try:
    if call == "register":
        group.register(TOOL, name, command=["true"])
    elif call == "badge":
        group.set_badge(TOOL, 7)
    elif call == "settings":
        group.settings["k"] = "x"
    elif call == "apps":
        group.apps(all=True)
    elif call == "watch":
        group.changes()
except appgroup.Error as error:
    print(error.code)
    print(f"launcher: {error}", file=sys.stderr)
    sys.exit(error.exit_status)
