#!/usr/bin/env bash
# A query value with a percent sign ends a HAR converter.
#
# Expected: HAR 1.2 says that the values of queryString are decoded, so the value of ?q=100%25 is
# "100%". A reader of a valid file converts it.
# Seen: har-validator 5.1.5 accepts the file. har-to-k6 0.14.16 decodes the value once more and ends
# with "URI malformed". With an empty queryString and the same URL it writes the script.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  har-to-k6@0.14.16 har-validator@5.1.5 > /dev/null
cat > convert.mjs <<'JS'
import { createRequire } from 'node:module';
import { liHARToK6Script } from 'har-to-k6';

const require = createRequire(import.meta.url);
const { har } = require('har-validator');
const fileWith = (queryString) => ({
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: {
          method: 'GET',
          url: 'http://127.0.0.1/a?q=100%25',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [],
          queryString,
          headersSize: 40,
          bodySize: 0,
        },
        response: {
          status: 200,
          statusText: 'OK',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [],
          content: { size: 0, mimeType: 'text/plain' },
          redirectURL: '',
          headersSize: 20,
          bodySize: 0,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      },
    ],
  },
});
const outcomeOf = async (queryString) => {
  await har(fileWith(queryString));
  return liHARToK6Script(fileWith(queryString)).then(
    () => 'converted',
    (error) => error.message,
  );
};
const seen = [await outcomeOf([{ name: 'q', value: '100%' }]), await outcomeOf([])];
console.log('har-to-k6', require('har-to-k6/package.json').version);
console.log('valid HAR, value "100%" listed:', seen[0]);
console.log('the same URL, no list:         ', seen[1]);
process.exitCode = seen[0] === 'URI malformed' && seen[1] === 'converted' ? 0 : 1;
JS
node convert.mjs
