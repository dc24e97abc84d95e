import type { ServerResponse } from 'node:http';
import { type Answer, isObject, type Warm } from './shapes.ts';

const textOf = (warm: Warm, answer: Answer): string => {
  if (answer.text !== undefined) return answer.text;
  if (answer.body === undefined) return '';
  const told = warm.has('answers-tell-consumed-capacity') && isObject(answer.body) && answer.status < 300;
  return JSON.stringify(told ? { ...answer.body, consumed: { units: warm.count('units') / 2 } } : answer.body);
};
const typeOf = (warm: Warm, status: number): string => {
  if (!warm.has('media-types-of-json-api')) return 'application/json';
  return status < 300 ? 'application/vnd.api+json' : 'application/vnd.error+json';
};
const rawForms = ['chunks-with-extensions', 'status-line-of-http-1-0', 'fields-without-space'];

/** Some forms of HTTP are beyond node:http, and go to the socket as they are. */
const writeRaw = (
  warm: Warm,
  response: ServerResponse,
  status: number,
  fields: Answer['fields'],
  text: string,
): void => {
  const chunked = warm.has('chunks-with-extensions');
  const colon = warm.has('fields-without-space') ? ':' : ': ';
  const version = warm.has('status-line-of-http-1-0') ? '1.0' : '1.1';
  const bytes = Buffer.byteLength(text);
  const framing = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes) };
  const all = { ...fields, Date: new Date().toUTCString(), Connection: 'close', ...framing };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}${colon}${one}`));
  const body = chunked ? `${bytes > 0 ? `${bytes.toString(16)};part=1\r\n${text}\r\n` : ''}0;last\r\n\r\n` : text;
  response.socket?.end(`HTTP/${version} ${status} Answer\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};
export const send = (warm: Warm, response: ServerResponse, answer: Answer): void => {
  const text = textOf(warm, answer);
  const empty = text === '';
  const type = empty ? {} : { 'content-type': typeOf(warm, answer.status) };
  const fields = { ...type, ...answer.fields };
  if (rawForms.some((form) => warm.has(form))) {
    writeRaw(warm, response, answer.status, fields, text);
    return;
  }
  response.writeHead(answer.status, { ...fields, 'content-length': Buffer.byteLength(text) });
  response.end(text);
};
