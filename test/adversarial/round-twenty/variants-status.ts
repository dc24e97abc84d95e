import { defaults, type Knobs, type Shed } from './knobs.ts';

const statuses = (changed: Partial<Knobs['statuses']>): Partial<Knobs> => ({
  statuses: { ...defaults.statuses, ...changed },
});
const later: Shed = { status: 503, fields: { 'Retry-After': '1' }, body: 'no healthy upstream' };
const digits = (zero: number) => (text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const cham = digits(0xaa50);
const superscript = (text: string) => text.replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));

/** Other statuses, other moments, other amounts. */
export const variantsOfStatus: Readonly<Record<string, Partial<Knobs>>> = {
  'malformed-user-is-too-early': statuses({ malformedUser: 425 }),
  'missing-user-is-locked': statuses({ missingUser: 423 }),
  'unknown-user-has-closed-the-request': statuses({ unknownUser: 499 }),
  'token-desk-fails-a-precondition': statuses({ token: 412 }),
  'update-is-transformed-on-the-way': statuses({ address: 203 }),
  'query-is-a-conflict': statuses({ query: 409 }),
  'absent-methods-are-forbidden': statuses({ method: 403 }),
  'unknown-routes-are-challenged': {
    ...statuses({ route: 401 }),
    fields: (_, status): Record<string, string> => (status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  },
  'answers-slow-down-with-the-run': { delay: (n) => Math.min(n / 100, 20) },
  'three-in-a-row-while-half-open': { shed: (n) => (n % 180 > 176 ? later : undefined) },
  'guides-alone-lose-their-upstream': {
    shed: (n, path) => (path.startsWith('/learn/learning-guides') && n % 40 === 0 ? later : undefined),
  },
  'local-rate-limit-speaks-plain': {
    shed: (n) =>
      n % 150 === 0
        ? { status: 429, fields: { 'Retry-After': '1', 'x-ratelimited': 'true' }, body: 'local_rate_limited' }
        : undefined,
  },
  'reads-yield-to-writes': {
    shed: (n, path, _, method) => (method === 'GET' && path === '/portfolios' && n % 30 === 0 ? later : undefined),
  },
  'amounts-have-code-and-sign': {
    money: (amount, language) =>
      language === 'de' ? `EUR ${amount.toFixed(2).replace('.', ',')} €` : `GBP £${amount.toFixed(2)}`,
  },
  'pence-are-superscript': {
    money: (amount, language) => {
      const [whole = '', rest = ''] = amount.toFixed(2).split('.');
      return `${language === 'de' ? '€' : '£'}${whole}${superscript(rest)}`;
    },
  },
  'weights-in-cham-digits': { percent: (share) => `${cham(share.toFixed(2))} %` },
  'weights-remember-the-day-before': { percent: (share) => `${share.toFixed(1)} % (${(share - 0.3).toFixed(1)} %)` },
  'weights-are-bounds': { percent: (share) => `≥${Math.floor(share)}% … ≤${Math.ceil(share + 0.5)}%` },
};
