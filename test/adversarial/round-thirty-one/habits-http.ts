import { randomBytes } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { transactionOf } from './answers.ts';
import type { Endpoint, Exchange, Kind, Site, Toggle } from './model.ts';
import { Refused, wrap } from './model.ts';
import { vault } from './security.ts';

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function status(kinds: readonly Kind[], code: number): Toggle {
  return (site) => {
    for (const kind of kinds) site.statuses[kind] = code;
  };
}

function onQuery(site: Site, accepted: (query: string) => boolean): void {
  wrap(site, 'gate', (inner) => async (x) => {
    if (x.method === 'GET' && x.query !== '' && !accepted(x.query)) throw new Refused('query');
    await inner(x);
  });
}

const wrapped: Toggle = (site) => {
  const master = randomBytes(32);
  const header = { alg: 'A256GCMKW', enc: 'A128GCM', kid: 'M2M.DATA.KEY' };
  site.steps.sign = (claims) => new EncryptJWT(claims).setProtectedHeader(header).encrypt(master);
  site.steps.open = async (token) => {
    try {
      const { payload } = await jwtDecrypt(token, master, { clockTolerance: 1e9 });
      return { rc: 0, payload: { ...payload } };
    } catch {
      return { rc: 8, payload: {} };
    }
  };
  site.keys = [];
  site.otherAudienceToken = () => {
    const now = Math.floor(Date.now() / 1000);
    return site.steps.sign({ ...site.steps.claims(site.clients.scoped, now, 3600), aud: site.otherAudience });
  };
};

const label: Toggle = async (site) => {
  const keys = await vault('INVEST.M2M.DESK.SIGN.P256'.padEnd(64));
  site.steps.sign = keys.sign;
  site.steps.open = keys.open;
  site.keys = [keys.jwk];
};

const ownKey: Toggle = async (site) => {
  const keys = await vault('m2m.reports.2026');
  site.keys = [...site.keys, keys.jwk];
  const now = Math.floor(Date.now() / 1000);
  site.otherAudienceToken = () =>
    keys.sign({ ...site.steps.claims(site.clients.scoped, now, 3600), aud: site.otherAudience });
};

const fullMinute: Toggle = (site) => {
  wrap(site, 'claims', (inner) => (row, now, lifetime) => ({
    ...inner(row, now, lifetime),
    exp: Math.round((now + lifetime) / 60) * 60,
  }));
};

const bitString: Toggle = (site) => {
  const table = ['service:write', 'service:nbg', 'service:admin', 'service:read'];
  wrap(site, 'claims', (inner) => (row, now, lifetime) => ({
    ...inner(row, now, lifetime),
    scope: table.map((scope) => (row.scopes.includes(scope) ? '1' : '0')).join(''),
  }));
  site.steps.scopesOf = (claims) => table.filter((_scope, index) => String(claims['scope']).charAt(index) === '1');
};

const writesWait: Toggle = (site) => {
  let reading = 0;
  wrap(site, 'answer', (inner) => async (x) => {
    const write = x.method !== 'GET';
    for (let turn = 0; write && reading > 0 && turn < 12; turn += 1) await delay(8);
    if (write) return inner(x);
    reading += 1;
    try {
      await delay(4);
      return await inner(x);
    } finally {
      reading -= 1;
    }
  });
};

const lowPriority: Toggle = (site) => {
  let active = 0;
  wrap(site, 'answer', (inner) => async (x) => {
    active += 1;
    const content: readonly (Endpoint | undefined)[] = ['guides', 'guide', 'insights'];
    try {
      await delay(3);
      if (content.includes(x.endpoint) && active > 1) await delay(30);
      return await inner(x);
    } finally {
      active -= 1;
    }
  });
};

const classOfFour: Toggle = (site) => {
  const running = new Map<string, number>();
  wrap(site, 'answer', (inner) => async (x) => {
    const name = transactionOf(x);
    const tasks = running.get(name) ?? 0;
    if (tasks >= 4) throw new Refused('shed');
    running.set(name, tasks + 1);
    try {
      await delay(3);
      return await inner(x);
    } finally {
      running.set(name, (running.get(name) ?? 1) - 1);
    }
  });
};

function upperNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}

const connectors: Toggle = (site) => {
  const wide: readonly (Endpoint | undefined)[] = ['cash', 'summaries', 'address'];
  const loud: readonly (Endpoint | undefined)[] = ['portfolios', 'guides', 'orders'];
  wrap(
    site,
    'text',
    (inner) => (x, body) => (wide.includes(x.endpoint) ? `${JSON.stringify(body, null, 3)}\r\n` : inner(x, body)),
  );
  wrap(
    site,
    'finish',
    (inner) => (x, reply) =>
      inner(x, loud.includes(x.endpoint) ? { ...reply, headers: upperNames(reply.headers) } : reply),
  );
};

function escaped(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (literal) =>
    literal.replace(/[#@$!|^~`[\]{}]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

function blocks(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 80) found.push(text.slice(at, at + 4), text.slice(at + 4, at + 80));
  return found.filter((piece) => piece !== '');
}

function field(site: Site, fits: (x: Exchange, code: number) => boolean, name: string, value: string): void {
  wrap(
    site,
    'finish',
    (inner) => (x, reply) =>
      inner(x, fits(x, reply.status) ? { ...reply, headers: { ...reply.headers, [name]: value } } : reply),
  );
}

export const httpHabits: Readonly<Record<string, Toggle>> = {
  'unknown-user-411': status(['unknown-user'], 411),
  'refused-bodies-417': status(['wrong-body', 'no-json'], 417),
  'malformed-guide-421': status(['bad-guide-id'], 421),
  'media-type-refused-428': status(['media-type'], 428),
  'one-condition-code': status(
    ['no-user-id', 'bad-user-id', 'unknown-user', 'media-type', 'no-json', 'wrong-body', 'bad-guide-id', 'no-method'],
    409,
  ),
  'parameters-have-names-in-capitals': (site) =>
    onQuery(site, (query) => query.split('&').every((pair) => /^[A-Z][A-Z0-9]*(=|$)/.test(pair))),
  'parm-has-a-hundred-characters': (site) => onQuery(site, (query) => query.length <= 100),
  'key-set-lists-its-key-twice': (site) => {
    site.keys = [...site.keys, ...site.keys];
  },
  'kid-is-a-padded-label': label,
  'tokens-under-a-wrapped-data-key': wrapped,
  'exp-on-the-full-minute': fullMinute,
  'tokens-end-with-the-next-shift': (site) => {
    site.steps.lifetime = (now) => (Math.floor(now / 28_800) + 2) * 28_800 - now;
  },
  'other-audience-has-a-key-of-its-own': ownKey,
  'token-is-accepted-202': (site) => {
    site.tokenStatus = 202;
  },
  'audience-is-a-network-name': (site) => {
    site.audience = 'NETA.M2MPRD01';
    site.otherAudience = 'NETA.M2MPRD02';
  },
  'secrets-are-passphrases': (site) => {
    const phrase = 'the drum turns, and 9 tapes wait: who (if any) may read them? nobody; not even the night shift -';
    const { scoped, unscoped } = site.clients;
    site.clients = {
      scoped: { ...scoped, secret: `${phrase} one` },
      unscoped: { ...unscoped, secret: `${phrase} two` },
    };
  },
  'scopes-are-a-bit-string': bitString,
  'writes-wait-for-reads': writesWait,
  'content-has-a-low-priority': lowPriority,
  'class-of-four-tasks': classOfFour,
  'each-product-has-its-connector': connectors,
  'variant-characters-are-escaped': (site) => wrap(site, 'text', (inner) => (x, body) => escaped(inner(x, body))),
  'descriptor-words-are-chunks': (site) => {
    site.steps.pieces = blocks;
  },
  'charset-is-a-ccsid': (site) => field(site, () => true, 'Content-Type', 'application/json; charset=ibm-1208'),
  'directives-stand-in-columns': (site) =>
    field(
      site,
      (x, code) => x.endpoint === 'guides' && code === 200,
      'Cache-Control',
      'private         ,               max-age=1800',
    ),
};
