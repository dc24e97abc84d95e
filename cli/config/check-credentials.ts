import type { Config, GivenTokens, Suspicion } from '../engine.ts';
import { certainDamage, cutAtHash, possibleDamage } from './damage.ts';
import type { Draft } from './draft.ts';
import { sizeOf } from './found.ts';
import { given, valueAt } from './layer.ts';
import { leafKeys } from './schema-keys.ts';

type Credentials = Pick<Config, 'clients' | 'tokens' | 'users' | 'suspicions'>;
type Which = 'scoped' | 'unscoped';

export function checkCredentials(draft: Draft): Credentials {
  const scoped = client(draft, 'scoped');
  const unscoped = client(draft, 'unscoped');
  if (scoped && unscoped && scoped.id === unscoped.id) {
    draft.report(
      'clients.unscoped.id',
      'a client other than clients.scoped',
      'Set a client without the scope service:nbg, or leave it out.',
      'the id of clients.scoped',
    );
  }
  needTokenSource(draft);
  const { audience } = draft.values.target ?? {};
  if (audience !== undefined) refuseDamage(draft, 'target.audience', audience);
  return {
    clients: given({ scoped, unscoped }),
    tokens: tokens(draft),
    users: checkUsers(draft),
    ...suspicions(draft),
  };
}

function needTokenSource(draft: Draft) {
  const hasToken = draft.given('tokens.scoped');
  if (hasToken && !hasClient(draft, 'scoped') && !hasClient(draft, 'unscoped')) return;
  draft.need(
    'target.authUrl',
    'the https URL of the token endpoint, unless tokens.scoped is set',
    'Set --auth-url or M2M_AUTH_URL, or M2M_TOKEN in its place.',
  );
  draft.need(
    'target.audience',
    'the audience that tokens are requested for',
    'Set --audience or M2M_AUDIENCE to the audience that you received with the client id.',
  );
  if (hasToken || hasClient(draft, 'scoped')) return;
  draft.lack(
    'clients.scoped',
    'the id and secret of a client with the scope service:nbg',
    'Set M2M_CLIENT_ID and M2M_CLIENT_SECRET, or M2M_TOKEN in their place.',
  );
}

function hasClient(draft: Draft, which: Which) {
  return draft.given(`clients.${which}.id`) || draft.given(`clients.${which}.secret`);
}

function client(draft: Draft, which: Which) {
  const branch = `clients.${which}`;
  const prefix = which === 'scoped' ? 'M2M_CLIENT' : 'M2M_UNSCOPED_CLIENT';
  if (!hasClient(draft, which)) return undefined;
  draft.need(
    `${branch}.id`,
    'the id that belongs to the secret',
    `Set ${prefix}_ID, or leave the secret out.`,
  );
  draft.need(
    `${branch}.secret`,
    'the secret that belongs to the id',
    `Set ${prefix}_SECRET, or leave the id out.`,
  );
  const { id, secret } = draft.values.clients?.[which] ?? {};
  for (const [name, text] of [['id', id] as const, ['secret', secret] as const]) {
    if (text !== undefined) refuseDamage(draft, `${branch}.${name}`, text);
  }
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

function refuseDamage(draft: Draft, key: string, text: string) {
  const damage = certainDamage(text);
  if (damage === undefined) return false;
  draft.report(key, 'the value itself', damage.cure, `${sizeOf(text)} that ${damage.found}`);
  return true;
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

const kinds = [
  ['scoped', 'with the scope service:nbg'],
  ['unscoped', 'without the scope service:nbg'],
  ['expired', 'that expired over five minutes ago'],
  ['otherAudience', 'for another audience'],
  ['denied', 'that is denied the daily summaries'],
] as const;

function tokens(draft: Draft) {
  const given = draft.values.tokens ?? {};
  for (const [at, [name, kind]] of kinds.entries()) {
    const token = given[name];
    if (token === undefined) continue;
    checkToken(draft, name, token);
    const twin = kinds.slice(0, at).find(([other]) => given[other] === token)?.[0];
    if (twin === undefined) continue;
    const cure = `Set a token ${kind}, or leave it out.`;
    draft.report(
      `tokens.${name}`,
      `a token other than tokens.${twin}`,
      cure,
      `the same token as tokens.${twin}`,
    );
  }
  return Object.fromEntries(Object.entries(given).filter(([, token]) => token !== undefined));
}

function checkToken(draft: Draft, name: keyof GivenTokens, token: string) {
  const key = `tokens.${name}`;
  if (refuseDamage(draft, key, token)) return;
  if (/^bearer\s/i.test(token)) {
    draft.report(
      key,
      'the token alone',
      'Remove the word Bearer.',
      `${sizeOf(token)} that starts with Bearer`,
    );
    return;
  }
  if (/^(["'`]).*\1$/.test(token)) {
    draft.report(
      key,
      'the token alone',
      'Remove the quotation marks.',
      `${sizeOf(token)} in quotation marks`,
    );
    return;
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    draft.report(key, 'a token without white space or line breaks', 'Copy the token on its own.');
    return;
  }
  const expiresS = expiryOf(token);
  if (expiresS === undefined) return;
  const until = new Date(expiresS * 1000).toISOString();
  const nowS = Date.now() / 1000;
  if (name === 'expired') {
    if (expiresS <= nowS - graceS) return;
    draft.report(
      key,
      'a token that expired over five minutes ago',
      'Set an older token, or wait.',
      `one valid until ${until}`,
    );
  } else if (expiresS <= nowS) {
    draft.report(
      key,
      'a token that is still valid',
      'Get a new token.',
      `one that expired at ${until}`,
    );
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

function checkUsers(draft: Draft) {
  const { first = '', second, foreign, denied } = draft.values.users ?? {};
  draft.need(
    'users.first',
    'the id of a test user, 24 characters of 0-9 and a-f',
    'Set M2M_USER_ID to a user of the scoped client.',
  );
  if (second !== undefined && second === first) {
    draft.report(
      'users.second',
      'a user other than users.first',
      'Set a second user, or leave it out.',
      'the same id',
    );
  }
  if (foreign !== undefined && (foreign === first || foreign === second)) {
    draft.report(
      'users.foreign',
      'a user of another client',
      'Set a user that this client did not create, or leave it out.',
      'the id of another test user',
    );
  }
  if (denied !== undefined && [first, second, foreign].includes(denied)) {
    draft.report(
      'users.denied',
      'a user whose daily summaries are denied, unlike those of the other test users',
      'Set another user, or leave it out.',
      'the id of another test user',
    );
  }
  return { ...given({ first, second, foreign, denied }), ...checkLanguages(draft) };
}

/** Only the language counts, not its region or script. */
function checkLanguages(draft: Draft) {
  const { languages: given, sameLanguage } = draft.values.users ?? {};
  if (!given) return { sameLanguage: sameLanguage ?? false };
  if (!draft.given('users.second')) {
    const cure = 'Set M2M_SECOND_USER_ID, or leave the languages out.';
    draft.report(
      'users.languages',
      'the languages of two users',
      cure,
      'languages, but no users.second',
    );
  }
  const first = checkTag(draft, 'users.languages.first', given.first);
  const second = checkTag(draft, 'users.languages.second', given.second);
  if (first === undefined || second === undefined) return { sameLanguage: sameLanguage ?? false };
  const same = new Intl.Locale(first).language === new Intl.Locale(second).language;
  if (sameLanguage !== undefined && sameLanguage !== same) {
    const cure = 'Remove it, because users.languages decides it, or correct users.languages.';
    const found = `${sameLanguage}, but users.languages are ${first} and ${second}`;
    draft.report('users.sameLanguage', String(same), cure, found);
  }
  return { languages: { first, second }, sameLanguage: same };
}

function checkTag(draft: Draft, key: string, tag: string) {
  const canonical = canonicalTag(tag);
  if (canonical !== undefined) return canonical;
  const meant = canonicalTag(tag.replaceAll('_', '-'));
  const cure =
    meant === undefined
      ? 'Write the language, such as de, or language and region, such as de-AT.'
      : `Write ${meant}.`;
  draft.report(key, 'a BCP 47 language tag, such as en-GB', cure, sizeOf(tag));
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
