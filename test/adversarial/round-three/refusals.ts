import { createHash, randomUUID } from 'node:crypto';
import type { Reply } from './exchange.ts';
import type { On } from './toggles.ts';

export type Refuse = (
  status: number,
  message: string,
  description?: string | null,
  headers?: Reply['headers'],
  code?: number,
) => Reply;

const group = (digits: number): string => Math.floor(Math.random() * 16 ** digits).toString(16);

function makeResponseId(on: On): string {
  if (on('response-id-loses-zeros')) return [8, 4, 4, 4, 12].map(group).join('-');
  if (on('response-id-from-clock')) {
    const hex = createHash('md5').update(String(Date.now())).digest('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
  return randomUUID();
}

/** Makes the one function that writes errors; code is the status inside the body. */
export const makeRefuse =
  (on: On): Refuse =>
  (status, message, description = null, headers = {}, code = status) => ({
    status,
    headers: { 'Cache-Control': 'no-store', ...headers },
    body: { status: code, error: { message, description }, responseId: makeResponseId(on) },
  });

/** Says that a token is not good, and how to bring a better one. */
export function challenge(on: On, refuse: Refuse, why: string): Reply {
  const bearer = `Bearer realm="m2m", error="invalid_token", error_description="${why}"`;
  const value = on('several-challenges') ? ['DPoP algs="ES256 PS256"', bearer, 'Basic realm="operators"'] : bearer;
  return refuse(401, 'The access token is missing or not valid', why, { 'WWW-Authenticate': value });
}
