#!/usr/bin/env bash
# rolldown drops a call whose only purpose is that it may throw: a check by try and catch then
# passes for every text.
#
# Expected: a bundle behaves as its source. decodeURIComponent, encodeURIComponent and
# String.fromCodePoint throw for some arguments, so a call inside try has an effect although its
# value is unused. rollup, esbuild and terser keep it, also when they minify.
# Seen: rolldown, which is not asked to minify, removes all three in 1.2.19, and still
# String.fromCodePoint in 1.3.3. It prints no warning. A value that is compared survives, as in
# `return decodeURIComponent(text) !== undefined`.
#
# rolldown 1.2.19 and 1.3.3, rollup 4.68.8, esbuild 0.28.2, terser 5.51.4, Node 20.20
set -euo pipefail
cd "$(mktemp -d)"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund \
  rolldown-old@npm:rolldown@1.2.19 rolldown-new@npm:rolldown@1.3.3 \
  rollup@4.68.8 esbuild@0.28.2 terser@5.51.4

cat > checks.mjs <<'JS'
const isDecodable = (text) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
const isEncodable = (text) => {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
const isCodePoint = (number) => {
  try {
    String.fromCodePoint(number);
    return true;
  } catch {
    return false;
  }
};
const isJson = (text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
// None of the four is what its check asks for.
console.log(isDecodable('%E4'), isEncodable('\ud800'), isCodePoint(-1), isJson('{'));
JS

cat > bundle.mjs <<'JS'
const { rolldown } = await import(process.argv[2]);
const bundle = await rolldown({ input: 'checks.mjs', platform: 'node' });
await bundle.write({ file: 'rolldown.out.mjs' });
JS

cat > expected <<'SEEN'
source: false false false false
rolldown 1.2.19: true true true false
rolldown 1.3.3: false false true false
rollup: false false false false
esbuild, minified: false false false false
terser, compressed: false false false false
SEEN

said() { echo "$1: $(node "$2")"; }
{
  said source checks.mjs
  node bundle.mjs rolldown-old && said 'rolldown 1.2.19' rolldown.out.mjs
  node bundle.mjs rolldown-new && said 'rolldown 1.3.3' rolldown.out.mjs
  npx rollup checks.mjs --file rollup.out.mjs --silent && said rollup rollup.out.mjs
  npx esbuild checks.mjs --bundle --minify --format=esm --log-level=error \
    --outfile=esbuild.out.mjs && said 'esbuild, minified' esbuild.out.mjs
  npx terser checks.mjs --module --compress --output terser.out.mjs \
    && said 'terser, compressed' terser.out.mjs
} | tee seen
diff expected seen
