#!/bin/sh
# Delivers the sample messages into a new Maildir. The oldest one is already read.
#
#   into-maildir.sh DIRECTORY
set -eu

maildir=${1:?"Usage: into-maildir.sh DIRECTORY"}
samples=$(dirname "$0")
now=$(date +%s)
mkdir -p "$maildir/cur" "$maildir/new" "$maildir/tmp"

number=0
for message in "$samples"/*.eml; do
    number=$((number + 1))
    name=$((now + number)).$$_$number.samples
    case $number in
    1) place=cur/$name:2,S ;;
    *) place=new/$name ;;
    esac
    # Write each message to tmp/ first, as a real delivery does, so that nobody sees half a message.
    cp "$message" "$maildir/tmp/$name"
    mv "$maildir/tmp/$name" "$maildir/$place"
done
echo "Delivered $number messages to $maildir"
