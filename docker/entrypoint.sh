#!/bin/sh
# Starts one of the image's programs. It replaces the shell, so that it receives SIGTERM itself.
set -eu

programs=${BROKERAGE_HOME:-/app}/dist/bin
command=${1:-api}
[ $# -eq 0 ] || shift

case "$command" in
  api | projector)
    # With a young generation of this size, most per-request garbage dies before it is copied. Costs 30 MiB.
    exec node --enable-source-maps --max-semi-space-size=32 "$programs/$command.js" "$@"
    ;;
  ops)
    exec node --enable-source-maps "$programs/$command.js" "$@"
    ;;
  *)
    echo "usage: brokerage api | projector | ops <command>" >&2
    exit 2
    ;;
esac
