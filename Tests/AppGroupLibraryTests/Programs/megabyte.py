"""Registers an app with a name of a megabyte, and prints the error."""

import os
import sys

import appgroup

try:
    appgroup.Group(os.environ["APP_GROUP"]).register("org.example.tool", "x" * (1 << 20), command=["true"])
except appgroup.Error as error:
    print(error)
    sys.exit(error.exit_status)
