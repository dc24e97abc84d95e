#!/usr/bin/env bash
# A hang-up ends Node although nohup has told the system to ignore the signal.
#
# Expected: nohup ignores SIGHUP for the program that it starts (POSIX: the signal stays ignored
# after exec), so a closed terminal does not end it. sleep survives the signal.
# Seen: Node resets every signal to its default when it starts. `nohup node` ends with SIGHUP, as if
# nohup were not there. A program in Node sees in no way that the signal was ignored: only the
# variable `_`, which the shell sets, names nohup.
#
# Node 20.20.2, 22.23.3 and 24.21.0 (npm package "node"), nohup and sleep of coreutils
set -euo pipefail
cd "$(mktemp -d)"
npm init --yes > /dev/null

# Starts a command under nohup, sends SIGHUP, and prints whether it has survived.
outcome() {
  nohup "$@" > /dev/null 2>&1 &
  local pid=$!
  sleep 1
  kill -HUP "$pid"
  sleep 1
  if kill -0 "$pid" 2> /dev/null; then
    kill "$pid"
    echo survives
  else
    echo ends
  fi
  wait "$pid" 2> /dev/null || true
}

report() { echo "$1 under nohup: $(outcome "${@:2}")"; }

{
  report sleep sleep 30
  for version in 20.20.2 22.23.3 24.21.0; do
    npm install --silent --no-audit --no-fund "node@$version" > /dev/null
    report "Node $version" node_modules/node/bin/node -e 'setTimeout(() => {}, 30_000)'
  done
} | tee seen

cat > expected <<'SEEN'
sleep under nohup: survives
Node 20.20.2 under nohup: ends
Node 22.23.3 under nohup: ends
Node 24.21.0 under nohup: ends
SEEN
diff expected seen
