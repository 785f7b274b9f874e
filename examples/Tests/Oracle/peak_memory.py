"""Runs a program, and prints its status, its peak resident memory in KiB, and its standard error."""

import resource
import subprocess
import sys

result = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
print("status", result.returncode)
print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(result.stderr)
