#!/bin/sh
# disk-space: lists file systems that are nearly full, and shows their number as a badge in the group. Run it hourly from
# cron.
set -eu

id=com.example.disk-space
export APP_GROUP="${APP_GROUP:-com.example.tools}"

full=$(df --local --portability -x tmpfs -x devtmpfs -x squashfs -x iso9660 | awk 'NR > 1 && $5 + 0 > 90')
count=$(printf %s "$full" | grep -c . || true)

launcher register "$id" --name "Disk space" --scheme disk-space --terminal --icon drive-harddisk -- "$(realpath "$0")"
launcher badge set "$id" "$count"
printf '%s\n' "${full:-No file system is more than 90 % full.}"
