import { defined, type Suspicion } from '../engine.ts';
import { certainDamage, cutAtHash, possibleDamage } from './damage.ts';
import type { Draft } from './draft.ts';
import { sizeOf } from './found.ts';
import { valueAt } from './layer.ts';
import { leafKeys } from './schema-keys.ts';

type Which = 'scoped' | 'unscoped';

export function checkCredentials(draft: Draft) {
  const { target, tokens = {}, users = {} } = draft.values;
  const scoped = client(draft, 'scoped');
  const unscoped = client(draft, 'unscoped');
  needTokenSource(draft);
  draft.need('users.first');
  if (target?.audience !== undefined) refuseDamage(draft, 'target.audience', target.audience);
  for (const [name, token] of Object.entries(defined(tokens)))
    checkToken(draft, `tokens.${name}`, token);
  refuseTwins(draft, 'clients', '.id', { scoped: scoped?.id, unscoped: unscoped?.id });
  refuseTwins(draft, 'tokens', '', tokens);
  refuseTwins(draft, 'users', '', users);
  const { first = '', second, foreign, denied } = users;
  return {
    clients: defined({ scoped, unscoped }),
    tokens: defined(tokens),
    users: { ...defined({ first, second, foreign, denied }), ...checkLanguages(draft) },
    ...suspicions(draft),
  };
}

function needTokenSource(draft: Draft) {
  const hasToken = draft.given('tokens.scoped');
  if (hasToken && !hasClient(draft, 'scoped') && !hasClient(draft, 'unscoped')) return;
  draft.need('target.authUrl', 'or M2M_TOKEN in its place');
  draft.need('target.audience');
  if (!hasToken && !hasClient(draft, 'scoped'))
    draft.need('clients.scoped', 'or M2M_TOKEN in their place');
}

function hasClient(draft: Draft, which: Which) {
  return draft.given(`clients.${which}.id`) || draft.given(`clients.${which}.secret`);
}

function client(draft: Draft, which: Which) {
  const branch = `clients.${which}`;
  if (!hasClient(draft, which)) return undefined;
  draft.need(`${branch}.id`, 'or leave the secret out');
  draft.need(`${branch}.secret`, 'or leave the id out');
  const { id, secret } = draft.values.clients?.[which] ?? {};
  for (const [name, text] of Object.entries(defined({ id, secret })))
    refuseDamage(draft, `${branch}.${name}`, text);
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

function refuseDamage(draft: Draft, key: string, text: string, isToken = false) {
  const damage = certainDamage(text, isToken);
  if (damage)
    draft.refuse(key, `${sizeOf(text)} that ${damage.found}`, 'the value itself', damage.cure);
  return damage !== undefined;
}

/** What tells the credentials of one kind apart. The first of them needs nothing. */
const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clients: { scoped: '', unscoped: 'a client without the scope service:nbg' },
  tokens: {
    scoped: '',
    unscoped: 'a token without the scope service:nbg',
    expired: 'a token that expired over five minutes ago',
    otherAudience: 'a token for another audience',
    denied: 'a token that is denied the daily summaries',
  },
  users: {
    first: '',
    second: 'a second user',
    foreign: 'a user that this client did not create',
    denied: 'a user whose daily summaries are denied',
  },
};

/** `member` is what is compared in each, such as `.id`. */
function refuseTwins(
  draft: Draft,
  branch: string,
  member: string,
  values: { readonly [name: string]: unknown },
) {
  const names = Object.entries(kinds[branch] ?? {});
  for (const [at, [name, kind]] of names.entries()) {
    const twin = names.slice(0, at).find(([other]) => values[other] === values[name])?.[0];
    if (twin === undefined || values[name] === undefined) continue;
    const found = `the same as ${branch}.${twin}${member}`;
    draft.refuse(`${branch}.${name}${member}`, found, kind, `Set ${kind}, or leave it out.`);
  }
}

/** No sentence contains the value. */
function suspicions(draft: Draft) {
  const found = leafKeys.flatMap((key): Suspicion[] => {
    const text = valueAt(draft.values, key.split('.'));
    if (!/^(clients|tokens|target\.audience)\b/.test(key) || typeof text !== 'string') return [];
    const source = draft.sourceOf(key);
    const damage = draft.isCut(source) ? cutAtHash : possibleDamage(text);
    return damage ? [{ key, said: `${key} (${source}) ${damage.found}. ${damage.cure}` }] : [];
  });
  return found.length === 0 ? {} : { suspicions: found };
}

const graceS = 300;

function checkToken(draft: Draft, key: string, token: string) {
  if (refuseDamage(draft, key, token, true)) return;
  const expiresS = expiryOf(token);
  if (expiresS === undefined) return;
  const until = new Date(expiresS * 1000).toISOString();
  const nowS = Date.now() / 1000;
  if (key !== 'tokens.expired') {
    if (expiresS <= nowS)
      draft.refuse(key, `one that expired at ${until}`, 'a valid token', 'Get a new token.');
  } else if (expiresS > nowS - graceS) {
    const accepted = 'a token that expired over five minutes ago';
    draft.refuse(key, `one valid until ${until}`, accepted, 'Set an older token, or wait.');
  }
}

/** The `exp` of a JWT, in seconds since the epoch. Undefined if the payload cannot be read. */
function expiryOf(token: string) {
  const payload = token.split('.')[1];
  if (!token.startsWith('eyJ') || payload === undefined) return undefined;
  try {
    const exp = (
      JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown } | null
    )?.exp;
    // JavaScript dates end 8.64e12 seconds before and after the epoch.
    return typeof exp === 'number' && Math.abs(exp) < 8.64e12 ? exp : undefined;
  } catch {
    return undefined;
  }
}

/** Only the language counts, not its region or script. */
function checkLanguages(draft: Draft) {
  const { languages: given, sameLanguage } = draft.values.users ?? {};
  if (given && !draft.given('users.second')) {
    const cure = 'Set M2M_SECOND_USER_ID, or leave the languages out.';
    const found = 'languages, but no users.second';
    draft.refuse('users.languages', found, 'the languages of two users', cure);
  }
  const first = given && checkTag(draft, 'users.languages.first', given.first);
  const second = given && checkTag(draft, 'users.languages.second', given.second);
  if (first === undefined || second === undefined) return { sameLanguage: sameLanguage ?? false };
  const same = new Intl.Locale(first).language === new Intl.Locale(second).language;
  if (sameLanguage !== undefined && sameLanguage !== same) {
    const cure = 'Remove it, because users.languages decides it, or correct users.languages.';
    const found = `${sameLanguage}, but users.languages are ${first} and ${second}`;
    draft.refuse('users.sameLanguage', found, String(same), cure);
  }
  return { languages: { first, second }, sameLanguage: same };
}

function checkTag(draft: Draft, key: string, tag: string) {
  const canonical = canonicalTag(tag);
  if (canonical !== undefined) return canonical;
  const meant = canonicalTag(tag.replaceAll('_', '-'));
  const cure = `Write ${meant ?? 'the language and perhaps a region, such as de or de-AT'}.`;
  draft.refuse(key, sizeOf(tag), 'a BCP 47 language tag, such as en-GB', cure);
  return undefined;
}

function canonicalTag(tag: string) {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    // No registered language has over three letters (RFC 5646 section 2.2.1). Longer ones are
    // names.
    return canonical !== undefined && new Intl.Locale(canonical).language.length <= 3
      ? canonical
      : undefined;
  } catch {
    return undefined;
  }
}
