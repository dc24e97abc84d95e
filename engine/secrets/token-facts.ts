import type { TokenFacts } from '../exchange/exchange.ts';
import { beyondReading } from '../judging/json-extent.ts';
import { readPart } from './forge/jws.ts';

const opaque = (problem: string, header?: TokenFacts['header']): TokenFacts => ({
  form: 'opaque',
  problem,
  ...(header && { header }),
});

const base64url = /^[A-Za-z0-9_-]*$/;

export function tokenFacts(token: string): TokenFacts {
  const parts = token.split('.');
  if (parts.length !== 3 && parts.length !== 5) {
    const many = parts.length === 1 ? '1 part' : `${parts.length} parts`;
    return opaque(`it has ${many}; a JWS has 3 and a JWE has 5`);
  }
  const wrong = parts.findIndex((part) => !base64url.test(part) || part.length % 4 === 1);
  if (wrong >= 0) return opaque(`part ${wrong + 1} is not base64url`);
  const [head = '', payload = ''] = parts;
  const beyond = beyondReading(decoded(head));
  if (beyond !== undefined) return opaque(`its header is ${beyond}`);
  const header = readPart(head);
  if (!header) return opaque('its header is not a JSON object');
  const alg = header['alg'];
  if (typeof alg !== 'string') return opaque('its header has no alg', header);
  if (parts.length === 5) return { form: 'jwe', header };
  if (alg.toLowerCase() === 'none') return opaque('its alg is none', header);
  if (parts[2] === '') return opaque('its signature is empty', header);
  // A payload beyond our limits is not parsed. The token is still a JWS.
  if (beyondReading(decoded(payload)) !== undefined) return { form: 'jws', header };
  const claims = readPart(payload);
  if (!claims) return opaque('its payload is not a JSON object', header);
  return { form: 'jws', header, claims };
}

const decoded = (part: string) => Buffer.from(part, 'base64url').toString('utf8');
