import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { type Answered, defined, fieldValues, type TokenFacts } from '../exchange/index.ts';
import { listedIn } from '../judging/answer.ts';
import { isRecord, parsedJson } from '../schema/json-value.ts';
import { tokenFacts, type Vault } from '../secrets/index.ts';
import { maxBodyBytes } from './http.ts';
import type { RawAnswer } from './transport.ts';

/** RFC 6749 section 5.1, OpenID Connect. */
const credentialMembers = ['access_token', 'refresh_token', 'id_token'] as const;
/** A shorter string is no token, and redacting it would garble the judged response. */
const shortestToken = 8;
/** Real servers use fewer, and each decoding may grow to the size limit of a body. */
const maxCodings = 3;

type Issuing = Readonly<{ yields: string | undefined; fallback: string }>;

/**
 * A response as it is judged and recorded: decoded, a string if it is UTF-8, secrets as symbols,
 * tokens as facts.
 */
export function project(
  raw: RawAnswer,
  vault: Vault,
  issuing?: Issuing,
): Pick<Answered, 'answer' | 'facts'> {
  const decoded = decode(raw);
  const isIssued = raw.status >= 200 && raw.status < 300;
  // A token in a refusal must not replace the one that works.
  const named = issuing && (isIssued ? issuing : { ...issuing, yields: undefined });
  const tokens = named ? learnTokens(decoded.bytes, vault, named) : {};
  const echoes = new Set<string>();
  const clean = (text: string) => {
    const redacted = vault.redact(text);
    for (const echo of redacted.echoes) echoes.add(echo);
    return redacted.text;
  };
  // The whole head at once: most heads contain no secret.
  const head = raw.headers.flat().join('\n');
  const { text, echoes: found } = vault.redact(head);
  const isClean = found.length === 0 && text === head;
  const headers = isClean
    ? raw.headers
    : raw.headers.map(([name, value]) => [clean(name), clean(value)] as const);
  return {
    answer: {
      status: raw.status,
      httpVersion: raw.httpVersion,
      headers,
      body: bodyOf(decoded, clean),
    },
    facts: { echoes: [...echoes].sort(), tokens },
  };
}

type Decoded = Readonly<{
  bytes: Buffer;
  problem?: string;
}>;

function bodyOf({ bytes, problem }: Decoded, clean: (text: string) => string) {
  const size = bytes.length;
  const undecodable = defined({ undecodable: problem });
  try {
    return { size, text: clean(utf8.decode(bytes)), ...undecodable };
  } catch {
    const text = clean(bytes.toString('latin1'));
    return { size, base64: Buffer.from(text, 'latin1').toString('base64'), ...undecodable };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(raw: RawAnswer) {
  const codings = fieldValues(raw.headers, 'content-encoding')
    .flatMap((value) => listedIn(value))
    .filter((coding) => coding !== 'identity');
  const failed = (problem: string) => ({ bytes: raw.body, problem });
  if (codings.length > maxCodings)
    return failed(`it has ${codings.length} content codings, which are too many`);
  let bytes = raw.body;
  try {
    for (const coding of codings.reverse()) bytes = undo(coding, bytes);
    return { bytes };
  } catch (error) {
    const named = codings.join(', ').slice(0, 100);
    return failed(`its content coding ${named} cannot be decoded (${(error as Error).message})`);
  }
}

function undo(coding: string, bytes: Buffer) {
  if (bytes.length === 0) return bytes;
  const bounded = { maxOutputLength: maxBodyBytes };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, bounded);
    case 'deflate':
      // zlib format (RFC 9110 section 8.4.1.2), but some servers send the bare stream.
      return (bytes[0] ?? 0) % 16 === 8
        ? inflateSync(bytes, bounded)
        : inflateRawSync(bytes, bounded);
    case 'br':
      return brotliDecompressSync(bytes, bounded);
    default:
      throw new Error('unknown');
  }
}

function learnTokens(bytes: Buffer, vault: Vault, issuing: Issuing) {
  const found: Record<string, TokenFacts> = {};
  const body = parsedJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (!isRecord(body)) return found;
  for (const member of credentialMembers) {
    const token = body[member];
    if (typeof token !== 'string') continue;
    const symbol =
      member === 'access_token'
        ? (issuing.yields ?? issuing.fallback)
        : `${issuing.fallback}:${member}`;
    const kind = token.length >= shortestToken ? 'secret' : 'plain';
    const isRepeated = vault.issue(symbol, token, kind);
    found[symbol] = isRepeated ? { ...tokenFacts(token), isRepeated } : tokenFacts(token);
  }
  return found;
}
