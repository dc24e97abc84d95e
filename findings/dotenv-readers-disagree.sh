#!/usr/bin/env bash
# One line of a .env file, six readers: a secret with # or $ does not arrive the same.
#
# Expected: readers of .env agree about values without spaces, and single quotes keep a value as
# it is, as in a shell.
# Seen: without quotes, dotenv, Node, @next/env and dotenvx cut a value at a # that no space
# precedes; env-cmd and envfile keep it. In double quotes, all six keep the #.
# @next/env expands $ inside single quotes too: only a backslash protects it, and dotenv, Node,
# env-cmd and envfile keep that backslash. So no spelling of a $ is read alike by all six, except
# one that @next/env changes.
#
# dotenv 18.0.10, Node 20.20 (util.parseEnv), @next/env 16.4.6, @dotenvx/dotenvx 2.38.2,
# env-cmd 10.1.0, envfile 7.1.0
set -euo pipefail
cd "$(mktemp -d)"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund \
  dotenv@18.0.10 @next/env@16.4.6 @dotenvx/dotenvx@2.38.2 env-cmd@10.1.0 envfile@7.1.0

cat > .env <<'ENV'
BARE_HASH=pass#word
QUOTED_HASH="pass#word"
QUOTED_DOLLAR='pa$word'
ESCAPED_DOLLAR=pa\$word
ENV

# Each reader runs in a process of its own: some write what they read into process.env.
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const readers = {
  'dotenv': (text) => require('dotenv').parse(text),
  'Node': (text) => require('node:util').parseEnv(text),
  '@next/env': () => require('@next/env').loadEnvConfig('.', false, console).parsedEnv,
  'dotenvx': (text) => require('@dotenvx/dotenvx').parse(text),
  'env-cmd': (text) => require('env-cmd/dist/parse-env-file.js').parseEnvString(text),
  'envfile': (text) => require('envfile').parse(text),
};
const values = readers[process.argv[2]](readFileSync('.env', 'utf8'));
const names = ['BARE_HASH', 'QUOTED_HASH', 'QUOTED_DOLLAR', 'ESCAPED_DOLLAR'];
console.log([process.argv[2], ...names.map((name) => values[name])].join(' '));
JS

cat > expected <<'SEEN'
dotenv pass pass#word pa$word pa\$word
Node pass pass#word pa$word pa\$word
@next/env pass pass#word pa pa$word
dotenvx pass pass#word pa$word pa$word
env-cmd pass#word pass#word pa$word pa\$word
envfile pass#word pass#word pa$word pa\$word
SEEN

echo 'reader BARE_HASH QUOTED_HASH QUOTED_DOLLAR ESCAPED_DOLLAR'
for reader in dotenv Node @next/env dotenvx env-cmd envfile; do
  node read.cjs "$reader" 2> /dev/null | grep "^$reader "
done | tee seen
diff expected seen
