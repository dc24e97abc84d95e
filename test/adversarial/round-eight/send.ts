import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Answer, On } from './answer.ts';

const localised = ['guides', 'insights', 'notifications', 'summaries'];
const started = new Date(Date.now() - 90_000_000).toUTCString();

function encodeWide(text: string): Buffer {
  const parts = text.split('').map((unit) => {
    const code = unit.charCodeAt(0);
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(unit);
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]);
  });
  return Buffer.concat(parts);
}

function encode(body: unknown, route: string, on: On): Buffer {
  let text = JSON.stringify(body);
  if (on('raw-line-break-in-label') && route === 'summaries') text = text.replaceAll('\\n', '\n');
  if (on('decimals-of-thirty-digits') && route === 'cash')
    text = text.replaceAll('"share":1', '"share":0.333333333333333333333333333333');
  return on('emoji-in-modified-utf8') && route === 'guides' ? encodeWide(text) : Buffer.from(text);
}

function label(answer: Answer, route: string, bytes: Buffer, language: string | undefined, on: On) {
  const hasContent = answer.body !== undefined || answer.text !== undefined;
  const isLinked = on('cash-as-linked-data') && route === 'cash' && answer.status === 200;
  const isSet = route === 'jwks' && on('key-set-of-its-own-type');
  const type = isLinked ? 'application/ld+json' : isSet ? 'application/jwk-set+json' : 'application/json';
  const isTranslated = language !== undefined && answer.status === 200 && localised.includes(route);
  const digest = createHash('sha256').update(bytes).digest('base64');
  return {
    'Cache-Control': 'no-store',
    ...(hasContent && { 'Content-Type': type }),
    ...(on('language-of-content-named') && isTranslated && { 'Content-Language': language }),
    ...(on('last-modified-of-listing') && route === 'guides' && answer.status === 200 && { 'Last-Modified': started }),
    ...(on('digest-of-content') && hasContent && { 'Content-Digest': `sha-256=:${digest}:` }),
    ...(on('upgrade-advertised') && { Upgrade: 'websocket', Connection: 'Upgrade' }),
    ...(on('clock-of-gateway-behind') && route !== 'token' && { Date: new Date(Date.now() - 45_000).toUTCString() }),
    ...answer.headers,
  };
}

function sendExtended(message: IncomingMessage, status: number, headers: object, bytes: Buffer): void {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\n${fields.join('')}`;
  message.socket.write(`${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`);
  message.socket.write(`${bytes.length.toString(16)};note="a b"\r\n`);
  message.socket.end(Buffer.concat([bytes, Buffer.from('\r\n0;last=1\r\n\r\n')]));
}

/** Sends an answer. */
export function send(
  message: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { route, language, on }: { route: string; language: string | undefined; on: On },
): void {
  const hasContent = answer.body !== undefined || answer.text !== undefined;
  const bytes = answer.text !== undefined ? Buffer.from(answer.text) : encode(answer.body ?? null, route, on);
  const headers = label(answer, route, bytes, language, on);
  if (on('chunk-extensions') && hasContent) {
    sendExtended(message, answer.status, headers, bytes);
    return;
  }
  if (on('processing-before-answer')) response.writeProcessing();
  const length =
    answer.status === 204 || answer.status === 304 ? {} : { 'Content-Length': hasContent ? bytes.length : 0 };
  response.writeHead(answer.status, { ...headers, ...length });
  response.end(hasContent ? bytes : undefined);
}
