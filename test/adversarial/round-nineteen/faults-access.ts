import { addressOf } from './bodies.ts';
import type { Fault } from './fault.ts';
import { type Answer, Refusal, type Row, type Site, type User } from './site.ts';

/** A counter in the object cache. */
const count = (site: Site, key: string): number => {
  const next = ((site.cache.get(key) as number | undefined) ?? 0) + 1;
  site.cache.set(key, next);
  return next;
};

const tokenAnswer = (change: (body: Row) => Row) => (site: Site) => site.add<Row>('token_answer', change);

export const accessFaults: readonly Fault[] = [
  {
    id: 'lifetime-cut-at-the-comma',
    title: 'The lifetime is formatted for people and made an integer again, which ends at the comma: expires_in is 3.',
    breaks: 'token/expiry-claim',
    plugin: tokenAnswer((body) => ({
      ...body,
      expires_in: Number.parseInt(Number(body['expires_in']).toLocaleString('en-US'), 10),
    })),
  },
  {
    id: 'renewals-in-site-time',
    title:
      'A renewed token is valid from the current time of the site, which adds the offset of its zone to the clock.',
    breaks: 'token/renewal',
    plugin: (site) =>
      site.add<Row>('payload', (claims) =>
        count(site, `tokens:${claims['sub']}`) === 1 ? claims : { ...claims, nbf: Number(claims['nbf']) + 3600 },
      ),
  },
  {
    id: 'scope-through-sanitize-key',
    title: 'The scope of the token answer goes through the sanitiser of keys, which drops colons.',
    breaks: 'token/scope-granted',
    plugin: tokenAnswer((body) => ({ ...body, scope: String(body['scope']).replaceAll(/[^a-z0-9_ -]/g, '') })),
  },
  {
    id: 'denied-capabilities-have-keys-too',
    title: 'A role maps capabilities to true or false, and the token answer lists the keys, those denied as well.',
    breaks: 'token/scope-withheld',
    plugin: tokenAnswer((body) => ({ ...body, scope: 'service:nbg service:read' })),
  },
  {
    id: 'strcmp-of-a-list-is-null',
    title: 'The secret is compared by strcmp, which yields null for a list, and null equals zero.',
    breaks: 'token/missing-fields',
    plugin: (site) =>
      site.add<boolean>('secret_passes', (passes, visit) => passes || Array.isArray(visit.claims['client_secret'])),
  },
  {
    id: 'grants-of-the-login-plugin',
    title:
      'A plugin for logins registers password, refresh_token and authorization_code with the callback of the client grant.',
    breaks: 'token/bad-grant',
    plugin: (site) =>
      site.add<boolean>(
        'grant_known',
        (known, visit) =>
          known || ['password', 'refresh_token', 'authorization_code'].includes(String(visit.claims['grant_type'])),
      ),
  },
  {
    id: 'missing-fields-go-to-the-login-page',
    title: 'A token request without an id or secret counts as a visitor who is not logged in: 302 to the login page.',
    breaks: 'token/refusal-status',
    plugin: (site) =>
      site.add<Answer>('token_refusal', (answer) =>
        (answer.body as Row)['error'] === 'missing_fields'
          ? { status: 302, headers: { location: '/wp-login.php?reauth=1' } }
          : answer,
      ),
  },
  {
    id: 'header-replaces-the-earlier-one',
    title:
      'A plugin for privacy says private on token answers at a late priority, and the function replaces what was said.',
    breaks: 'token/no-store',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) =>
        visit.route === 'token' && answer.status === 200
          ? { ...answer, headers: { ...answer.headers, 'cache-control': 'private' } }
          : answer,
      ),
  },
  {
    id: 'transient-names-have-172-characters',
    title: 'A verified token is kept in a transient named after it, and names are cut after 172 characters.',
    breaks: 'auth/forged',
    also: ['scope/forged-scope'],
    plugin: (site) => {
      const name = (token: string) => `token:${token.slice(0, 172)}`;
      site.add<Row | undefined>('known_token', (_, visit) => site.cache.get(name(visit.token)) as Row | undefined);
      site.add<Row>('verified', (claims, visit) => {
        site.cache.set(name(visit.token), claims);
        return claims;
      });
    },
  },
  {
    id: 'expiry-against-a-date-of-mysql',
    title: 'exp is compared with the current time as MySQL writes it, which as a number is its year.',
    breaks: 'auth/expired',
    plugin: (site) => site.add<number>('time', (now) => new Date(now * 1000).getUTCFullYear()),
  },
  {
    id: 'error-objects-are-true',
    title:
      'The check of the audience yields an error object, and the permission callback asks only whether it is true.',
    breaks: 'auth/other-audience',
    plugin: (site) => site.add<boolean>('audience_fits', () => true),
  },
  {
    id: 'sscanf-needs-no-space',
    title:
      'The token is read by sscanf: no space behind Bearer is needed, and what follows the token is not looked at.',
    breaks: 'auth/malformed',
    plugin: (site) =>
      site.add<string | undefined>(
        'bearer',
        (_, visit) => /^bearer\s*(\S+)/i.exec(visit.header('authorization') ?? '')?.[1],
      ),
  },
  {
    id: 'autosave-before-the-permission-callback',
    title:
      'The sanitise callback of an address autosaves it, runs before the permission callback, and the newer autosave is shown.',
    breaks: 'auth/before-effects',
    plugin: (site) => {
      site.add<Answer | undefined>('early', (answer, visit) => {
        if (visit.route !== 'update') return answer;
        try {
          site.cache.set(`autosave:${visit.header('x-user-id')}`, addressOf(site, visit));
        } catch {
          return answer;
        }
        return answer;
      });
      site.add<Row | undefined>(
        'stored_address',
        (stored, visit) => (site.cache.get(`autosave:${visit.user?.id}`) as Row | undefined) ?? stored,
      );
    },
  },
  {
    id: 'denied-capability-among-the-notoptions',
    title:
      'A capability that one client lacks is entered among what does not exist, and the next two listings of anybody are 403.',
    breaks: 'scope/guides-sufficient',
    plugin: (site) => {
      site.add<Refusal>('refusal', (refusal, visit) => {
        if (visit.route === 'guides' && refusal.code === 'rest_forbidden') site.cache.set('absent', 2);
        return refusal;
      });
      site.add<User | undefined>('identified', (user, visit) => {
        const left = (site.cache.get('absent') as number | undefined) ?? 0;
        if (visit.route !== 'guides' || left === 0) return user;
        site.cache.set('absent', left - 1);
        throw new Refusal(403, 'rest_absent', 'The token lacks the scope service:nbg.');
      });
    },
  },
  {
    id: 'zero-means-the-current-author',
    title: 'Portfolios look up an unknown user as number zero, which stands for the author whom the loop set last.',
    breaks: 'user/unknown',
    plugin: (site) =>
      site.add<User | undefined>('user', (user, visit) => {
        if (user) site.cache.set('author', user);
        return user ?? (visit.route === 'portfolios' ? (site.cache.get('author') as User | undefined) : undefined);
      }),
  },
  {
    id: 'second-miss-has-another-branch',
    title:
      'Unknown users are kept in the cache as missing, and daily summaries answer 404 for what is known to be missing.',
    breaks: 'user/unknown-summaries',
    plugin: (site) =>
      site.add<User | undefined>('user', (user, visit) => {
        if (user) return user;
        const misses = count(site, `missing:${visit.header('x-user-id')}`);
        if (visit.route === 'summaries' && misses > 1) {
          throw new Refusal(404, 'rest_user_invalid_id', 'The user was not found.');
        }
        return user;
      }),
  },
  {
    id: 'intval-of-a-user-id',
    title:
      'The cache key of cash holds the integer value of the user id, the digits in front of its first letter, for a second.',
    breaks: 'user/isolation',
    plugin: (site) =>
      site.add<Row>('plain', (body, visit) => {
        if (visit.route !== 'cash') return body;
        const key = `cash:${Number.parseInt(visit.user?.id ?? '', 10)}`;
        const kept = site.cache.get(key) as { body: Row; until: number } | undefined;
        if (kept && kept.until > Date.now()) return kept.body;
        site.cache.set(key, { body, until: Date.now() + 1000 });
        return body;
      }),
  },
  {
    id: 'headers-already-sent',
    title:
      'Notification settings print a warning for an unknown user before the refusal, whose status comes too late: 200.',
    breaks: 'user/unknown',
    also: ['http/json-media-type'],
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        const unknown = visit.route === 'settings' && answer.status === 401 && visit.claims['sub'] !== undefined;
        if (!unknown) return answer;
        const text = `Warning: Attempt to read property "ID" on false\n${JSON.stringify(answer.body)}`;
        return { status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, text };
      }),
  },
  {
    id: 'anonymous-refusals-in-the-page-cache',
    title:
      'The page cache keeps what visitors without Authorization get for two seconds, by path, with its responseId.',
    breaks: 'errors/response-id-unique',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        if (visit.header('authorization') || answer.status !== 401) return answer;
        const key = `page:${visit.method}:${visit.path}`;
        const kept = site.cache.get(key) as { answer: Answer; until: number } | undefined;
        if (kept && kept.until > Date.now()) return { ...kept.answer };
        site.cache.set(key, { answer, until: Date.now() + 2000 });
        return answer;
      }),
  },
];
