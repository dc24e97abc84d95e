import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';
import type { On } from './toggles.ts';

const escapeText = (json: string): string =>
  json
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');

function writeJson(body: unknown, on: On): string {
  const json = JSON.stringify(body, null, on('json-spaced-out') ? '\t' : undefined);
  if (on('json-spaced-out')) return `\r\n ${json.replaceAll('\n', '\r\n')}\r\n\t`;
  if (on('json-escaped')) return escapeText(json);
  if (on('json-integers-with-fraction')) return json.replace(/"(chapterCount|timestamp)":(\d+)/g, '"$1":$2.0');
  return json;
}

function chooseMediaType(on: On): string {
  if (on('media-type-spelling')) return 'Application/JSON ;Charset="UTF-8"';
  if (on('media-type-plus-json')) return 'application/vnd.sparbuch.v2+json';
  return 'application/json; charset=utf-8';
}

/** Sends a JSON answer in the form that the toggles ask for. */
export function sendJson(res: Response, status: number, body: unknown, mediaType?: string): void {
  const on = res.app.locals['on'] as On;
  const json = writeJson(body, on);
  sendBytes(res, status, Buffer.from(json, 'utf8'), mediaType ?? chooseMediaType(on));
}

/** Sends bytes, framed as the toggles ask for. */
export function sendBytes(res: Response, status: number, bytes: Buffer, mediaType: string): void {
  const on = res.app.locals['on'] as On;
  res.statusCode = status;
  res.setHeader('Content-Type', mediaType);
  if (on('etag-and-304')) {
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`;
    res.setHeader('ETag', tag);
    if (res.req.fresh) {
      res.statusCode = 304;
      res.removeHeader('Content-Type');
      res.end();
      return;
    }
  }
  if (on('body-in-pieces')) {
    void sendPieces(res, bytes);
    return;
  }
  if (on('trailers') && res.req.method !== 'HEAD' && res.req.httpVersion === '1.1') {
    res.setHeader('Trailer', 'Server-Timing');
    res.write(bytes);
    res.addTrailers({ 'Server-Timing': 'total;dur=1' });
    res.end();
    return;
  }
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

// A small cut first, so that the text of the first members is divided within characters.
async function sendPieces(res: Response, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const size = at < 200 ? 7 : Math.ceil(bytes.length / 5);
    res.write(bytes.subarray(at, at + size));
    at += size;
    if (at >= 200) await wait(1);
  }
  res.end();
}
