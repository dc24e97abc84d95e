import type { Answered } from '../exchange/exchange.ts';
import { header, headerLines } from './answer.ts';
import { httpDate } from './http-date.ts';

/** A directive of Cache-Control (RFC 9111 section 5.2, RFC 9110 section 5.6). */
type Directive = Readonly<{
  name: string;
  argument?: string;
  quoted: boolean;
}>;

type CacheControl = Readonly<{
  directives: readonly Directive[];
  problem?: string;
}>;

const tokenPattern = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const quotedPattern = /"((?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*)"/y;
const whiteSpace = /[\t ]*/y;

/** Parses a field value, its lines joined by a comma. Never throws. */
export function parseCacheControl(value: string): CacheControl {
  const directives: Directive[] = [];
  let at = 0;
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(value);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const broken = (what: string) => ({
    directives,
    problem: `${what} at position ${at + 1}`,
  });
  while (at < value.length) {
    read(whiteSpace);
    if (at === value.length) break;
    if (value[at] === ',') {
      at++;
      continue;
    }
    const name = read(tokenPattern)?.[0].toLowerCase();
    if (name === undefined) return broken('no directive name');
    if (value[at] === '=') {
      at++;
      const quoted = value[at] === '"';
      const found = read(quoted ? quotedPattern : tokenPattern);
      if (!found)
        return broken(
          quoted
            ? `the quoted argument of ${name} is not well-formed`
            : `${name} has = and no argument`,
        );
      const argument = quoted ? (found[1] ?? '').replace(/\\(.)/gs, '$1') : found[0];
      directives.push({ name, argument, quoted });
    } else {
      directives.push({ name, quoted: false });
    }
    read(whiteSpace);
    if (at < value.length && value[at] !== ',') return broken(`no comma after ${name}`);
  }
  return { directives };
}

export const directivesNamed = (control: CacheControl, name: string): readonly Directive[] =>
  control.directives.filter((directive) => directive.name === name);

/** `private="x"` and `no-cache="x"` apply only to those fields. */
export const unqualified = (control: CacheControl, name: string) =>
  directivesNamed(control, name).some(({ argument }) => argument === undefined);

/** delta-seconds (RFC 9111 section 1.2.2), quoted or not. Undefined if it is not a number. */
export const seconds = ({ argument }: Directive) =>
  argument !== undefined && /^\d+$/.test(argument) ? Number(argument) : undefined;

/** RFC 9111 section 4.2.1: s-maxage in shared caches, else max-age, else Expires. */
type Freshness = Readonly<
  | {
      kind: 'seconds';
      seconds: number;
      source: 's-maxage' | 'max-age' | 'Expires';
    }
  | { kind: 'no-store' }
  | { kind: 'none' }
  /** Not a number of seconds, or several that differ. A cache may treat it as stale. */
  | { kind: 'invalid'; why: string }
>;

const invalid = (why: string) => ({ kind: 'invalid', why }) as const;

export function cacheControl(answered: Answered): CacheControl | undefined {
  const value = header(answered, 'cache-control');
  return value === undefined ? undefined : parseCacheControl(value);
}

export function freshness(answered: Answered): Freshness {
  const control = cacheControl(answered) ?? { directives: [] };
  if (directivesNamed(control, 'no-store').length > 0) return { kind: 'no-store' };
  // Only shared caches use s-maxage, and they must not store a private response.
  const sources = unqualified(control, 'private')
    ? (['max-age'] as const)
    : (['s-maxage', 'max-age'] as const);
  for (const source of sources) {
    const given = directivesNamed(control, source);
    if (given.length === 0) continue;
    const values = given.map(seconds);
    const [first] = values;
    if (values.some((value) => value !== first)) {
      return invalid(`${source} occurs ${given.length} times with different values`);
    }
    if (first === undefined) return invalid(`the argument of ${source} is not a number of seconds`);
    return { kind: 'seconds', seconds: first, source };
  }
  return fromExpires(answered);
}

function fromExpires(answered: Answered): Freshness {
  const [expires, ...more] = headerLines(answered, 'expires');
  if (expires === undefined) return { kind: 'none' };
  if (more.some((other) => other !== expires)) return invalid('several Expires headers differ');
  const at = httpDate(expires);
  // "Expires: 0" and the like mean "already expired" (RFC 9111 section 5.3).
  if (at === undefined) return { kind: 'seconds', seconds: 0, source: 'Expires' };
  const [own, ...others] = headerLines(answered, 'date');
  if (others.some((other) => other !== own)) return invalid('several Date headers differ');
  const date = httpDate(own) ?? Math.floor(answered.endedAt / 1000);
  return { kind: 'seconds', seconds: Math.max(0, at - date), source: 'Expires' };
}
