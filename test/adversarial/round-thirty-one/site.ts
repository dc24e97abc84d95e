import { answer, card, fullGuide, message, refuse, responseId } from './answers.ts';
import { categories, guides, notices } from './catalog.ts';
import { granted } from './desk.ts';
import { address, order, parse, withinBounds } from './forms.ts';
import * as ledger from './ledger.ts';
import type { Address, Kind, Site, Steps, User } from './model.ts';
import type { Vault } from './security.ts';
import { authorise, claims, identify, saf, scopesOf, vault, verified } from './security.ts';

const statuses = (): Record<Kind, number> => ({
  'no-token': 401,
  'bad-token': 401,
  'no-scope': 403,
  'no-user-id': 400,
  'bad-user-id': 400,
  'unknown-user': 404,
  denied: 403,
  'no-route': 404,
  'no-method': 405,
  'media-type': 415,
  'no-json': 400,
  'wrong-body': 422,
  'bad-guide-id': 400,
  'no-guide': 404,
  query: 400,
  'too-large': 413,
  conflict: 409,
  shed: 503,
  abend: 500,
});

function user(id: string, language: 'en' | 'de', currency: string, scale: number, denied = false): User {
  return { id, language, currency, scale, denied };
}

function steps(site: Site, keys: Vault): Steps {
  const addresses = new Map<string, Address>();
  const { first, second } = site.users;
  addresses.set(first.id, { line1: '1 Core Road', city: 'Leeds', postalCode: 'LS1 4AP', countryCode: 'GB' });
  addresses.set(second.id, { line1: 'Lochkartenweg 80', city: 'Köln', postalCode: 50667, countryCode: 'DE' });
  return {
    saf: (id, secret) => saf(site, id, secret),
    safPasses: (rc) => rc === 0,
    grantKnown: (grant) => grant === 'client_credentials',
    lifetime: () => 3600,
    claims: (row, now, lifetime) => claims(site, row, now, lifetime),
    sign: keys.sign,
    open: keys.open,
    granted: (_row, value) => granted(site, value),
    clock: () => Math.floor(Date.now() / 1000),
    verified: (x, opened) => verified(site, x, opened),
    audienceFits: (_x, audience) => [audience].flat().includes(site.audience),
    scopesOf,
    authorise: (x) => authorise(site, x),
    entitled: (x) => x.endpoint !== 'guides' || site.steps.scopesOf(x.claims ?? {}).includes('service:nbg'),
    identify: (x) => identify(site, x),
    parse,
    address: (_x, value) => address(value),
    store: (x, value) => void addresses.set(ledger.userOf(x).id, value),
    stored: (owner) => addresses.get(owner.id),
    order: (_x, value) => withinBounds(order(value)),
    gate: async () => undefined,
    listing: (x) => site.guides.map((guide) => card(guide, ledger.userOf(x).language)),
    fullGuide: (x) => fullGuide(site, x),
    days: (x) => ledger.days(site, x),
    settings: (x) => ledger.settings(site, x),
    cash: ledger.cash,
    portfolios: async (x) => ledger.portfolios(x),
    insights: ledger.insights,
    profile: (x) => ({ id: ledger.userOf(x).id, address: site.steps.stored(ledger.userOf(x)) ?? null }),
    message: (_x, kind) => message(kind),
    responseId,
    refuse: (x, kind, detail) => refuse(site, x, kind, detail),
    answer: (x) => answer(site, x),
    finish: (_x, reply) => reply,
    text: (_x, body) => JSON.stringify(body),
    pieces: (text) => [text],
  };
}

export async function site(): Promise<Site> {
  const keys = await vault('m2m.sig.2026');
  const now = Math.floor(Date.now() / 1000);
  const built: Omit<Site, 'steps'> = {
    basePath: '/zosconnect/m2m',
    tokenPath: '/desk/oauth2/token',
    keysPath: '/desk/oauth2/keys',
    issuer: 'https://desk.invest.example/',
    audience: 'https://m2m.invest.example/core',
    otherAudience: 'https://reports.invest.example/batch',
    tokenStatus: 200,
    clients: {
      scoped: { id: 'M2MFULL', secret: 'kR7-tape-Vault-0931', scopes: ['service:read', 'service:nbg'] },
      unscoped: { id: 'M2MPART', secret: 'pW2-drum-Spool-4408', scopes: ['service:read'] },
    },
    users: {
      first: user('3c9e0a71d5f24b68907ac1e4', 'en', 'USD', 1),
      second: user('7f1b26d840ce93a5d2067b8e', 'de', 'EUR', 2.25),
      denied: user('b40d97e2163fa85c7e91d02f', 'en', 'GBP', 0.5, true),
    },
    guides: guides(),
    notices: notices(),
    categories,
    statuses: statuses(),
    pointer: '/address',
    money: ledger.money,
    share: ledger.share,
    chartLabel: ledger.chartLabel,
    mood: ledger.mood,
    assets: ['AAPL', 'IWDA', 'SAP', 'EUNL', 'XGLD'],
    moments: ledger.closes(7),
    keys: [keys.jwk],
    otherAudienceToken: () => keys.sign({ ...claimsOf(now), aud: complete.otherAudience }),
  };
  const claimsOf = (at: number): Record<string, unknown> => claims(complete, complete.clients.scoped, at, 7200);
  const complete = built as Site;
  complete.steps = steps(complete, keys);
  return complete;
}
