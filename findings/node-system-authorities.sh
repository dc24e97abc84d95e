#!/usr/bin/env bash
# On Debian, Node's list of the system's certificate authorities contains each of them three times.
#
# Expected: `tls.getCACertificates('system')` lists each authority that the administrator trusts
# once. The list goes into `ca` of a TLS context, which Node then parses again for each context.
# Seen: Node reads both the default file of OpenSSL (one bundle) and its default folder. Debian's
# folder has two more names for each authority: a file and a link by hash. So the list is three
# times as long as the bundle.
#
# Needs Debian's package ca-certificates. Exits with 1 if Node does not list each three times.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts=false node@24.21.0
dpkg-query --show ca-certificates
cat >count.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';

const all = getCACertificates('system').map((pem) => pem.replace(/\s/g, ''));
const file = readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8');
const bundle = file.match(/-----BEGIN CERTIFICATE/g).length;
const different = new Set(all).size;
const counts = `${all.length} entries, ${different} different ones; ${bundle} in the bundle`;
console.log(`Node ${process.versions.node}: ${counts}`);
process.exitCode = all.length === 3 * different && different === bundle ? 0 : 1;
JS
env -u SSL_CERT_FILE -u SSL_CERT_DIR node_modules/.bin/node count.mjs
