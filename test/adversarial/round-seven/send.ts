import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from './chain.ts';
import type { On } from './domain.ts';

const escapeUnicode = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const spellNumbers = (text: string) =>
  text
    .replace(/"(chapterCount|status|expires_in)":(\d+)/g, '"$1":$2.0')
    .replace(/"timestamp":(\d)(\d{12})\b/g, '"timestamp":$1.$2e12');

function serialise(body: unknown, on: On): Buffer {
  const text = JSON.stringify(body, null, on('json-pretty') ? '\t' : undefined);
  const spelled = on('numbers-with-fraction-zero') ? spellNumbers(text) : text;
  return Buffer.from(on('json-escaped') ? escapeUnicode(spelled) : spelled);
}

/** Keeps the first eighty bytes of every description, wherever a character ends. */
const cutDescriptions = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(/("description":"[^"]{80})[^"]*"/g, '$1"'), 'latin1');

function mediaType(status: number, on: On): string {
  if (status < 400 && on('vendor-media-type')) return 'application/vnd.invest.v1+json;charset="UTF-8"';
  return 'application/json; charset=utf-8';
}

type Headers = Record<string, string | string[]>;

function contentOf(request: IncomingMessage, answer: Answer, headers: Headers, on: On): Buffer | undefined {
  if (answer.text !== undefined) return Buffer.from(answer.text);
  if (answer.body === undefined) return undefined;
  headers['Content-Type'] ??= mediaType(answer.status, on);
  const json = serialise(answer.body, on);
  const cut = on('text-cut-by-bytes') && request.url?.includes('learning-guides') ? cutDescriptions(json) : json;
  if (
    !on('gzip-negotiated') ||
    !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers['accept-encoding']))
  )
    return cut;
  headers['Content-Encoding'] = 'gzip';
  return gzipSync(cut);
}

function isCurrent(request: IncomingMessage, headers: Headers, content: Buffer | undefined, status: number, on: On) {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!on('etag-revalidation') || !isRead || status !== 200 || content === undefined) return false;
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  headers['ETag'] = tag;
  const asked = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  return asked.some((one) => one === '*' || one.replace(/^W\//, '') === tag);
}

/** Writes an answer to the wire. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer, on: On, now: number): void {
  const headers: Headers = { Date: new Date(now).toUTCString(), ...(answer.headers ?? {}) };
  if (on('connection-close')) headers['Connection'] = 'close';
  const content = contentOf(request, answer, headers, on);
  if (on('gzip-negotiated') && headers['Vary'] !== '*')
    headers['Vary'] = [headers['Vary'] ?? [], 'Accept-Encoding'].flat().join(', ');
  const current = isCurrent(request, headers, content, answer.status, on);
  const status = current ? 304 : answer.status;
  if (answer.hints && request.httpVersion === '1.1')
    response.writeEarlyHints({ link: '<https://cdn.invest.example>; rel=preconnect' });
  const names = (name: string) => (on('header-names-uppercase') ? name.toUpperCase() : name);
  if (content && !current && !on('chunked-slices')) headers['Content-Length'] = String(content.length);
  if (current) delete headers['Content-Type'];
  response.sendDate = false;
  response.writeHead(status, Object.fromEntries(Object.entries(headers).map(([name, value]) => [names(name), value])));
  if (content === undefined || current || request.method === 'HEAD') return void response.end();
  if (on('chunked-slices'))
    for (let at = 0; at < content.length; at += 499) response.write(content.subarray(at, at + 499));
  response.end(on('chunked-slices') ? undefined : content);
}
