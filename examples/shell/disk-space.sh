#!/bin/sh
# disk-space: lists file systems that are nearly full, and shows their number as a badge in the group. Run it hourly from
# cron.
set -eu

id=com.example.disk-space
export APP_GROUP="${APP_GROUP:-com.example.tools}"

full=$(df --local --portability -x tmpfs -x devtmpfs -x squashfs -x iso9660 | awk 'NR > 1 && $5 + 0 > 90')
count=$(printf %s "$full" | grep -c . || true)

launcher register "$id" --name "Disk space" --scheme disk-space --terminal --icon /dev/stdin -- "$(realpath "$0")" <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect x="4" y="4" width="56" height="56" rx="13" fill="#14746f"/>
<circle cx="32" cy="32" r="20" fill="#e3f2f0"/>
<path d="M32 32V12a20 20 0 1 1-17.3 30z" fill="#f2b632"/>
<circle cx="32" cy="32" r="6" fill="#14746f"/>
</svg>
SVG
launcher badge set "$id" "$count"

# In a window that was opened for this script, there is room for every file system.
if [ "${APP_GROUP_WINDOW:-}" = "$id" ]; then
    df --local --human-readable -x tmpfs -x devtmpfs -x squashfs -x iso9660
    echo
fi
printf '%s\n' "${full:-No file system is more than 90 % full.}"
