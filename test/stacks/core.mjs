import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const {
  PORT: port,
  STACK_JWKS_URL: jwksUrl,
  STACK_ISSUER: issuer,
  STACK_AUDIENCE: audience,
} = process.env;

export const content = JSON.parse(readFileSync(process.env.STACK_CONTENT, 'utf8'));

/** Reports whether this process runs with that fault or variation. */
export const is = (id) => process.env.STACK_TOGGLE === id;

export class Refusal extends Error {
  constructor(status, message, description = null) {
    super(message);
    // Some frameworks read `status`, others `statusCode`.
    Object.assign(this, { status, statusCode: status, description });
  }
}

export function apiError(status, message, description = null) {
  return { status, error: { message, description }, responseId: randomUUID() };
}

/** RFC 9110 section 15.5.2: a 401 names the scheme. */
export const challenge = 'Bearer realm="m2m"';

/**
 * Bearer credentials (RFC 6750 section 2.1) of three base64url parts, with the scheme in any case.
 */
export const bearerJwt = /^bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/i;

export const hasScope = (claims) =>
  String(claims?.scope ?? '')
    .split(' ')
    .includes(content.scope);

export function findUser(id, path) {
  if (id === undefined) throw new Refusal(400, 'x-user-id missing');
  if (typeof id !== 'string' || !/^[a-f0-9]{24}$/.test(id))
    throw new Refusal(400, 'x-user-id malformed');
  if (!Object.hasOwn(content.users, id))
    throw new Refusal(path === '/daily-summaries' ? 401 : 404, 'User not found');
  return { id, ...content.users[id] };
}

export function findGuide(id, language = 'en') {
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(400, 'Malformed guide id');
  const summary = content.guides[language].data.find((guide) => guide.id === id);
  if (summary === undefined) throw new Refusal(404, 'Guide not found');
  return { ...summary, chapters: content.chapters[language][id] };
}

export function summariesOf(user) {
  if (user.summariesDenied) throw new Refusal(403, 'Access denied');
  return content.summaries[user.id];
}

/** The reading endpoints with a user, by path. */
export const reads = {
  '/learn/learning-guides': (user) => content.guides[user.language],
  '/learn/analyst-insights': (user) => content.insights[user.language],
  '/daily-summaries': summariesOf,
  '/b2b/notification-settings': (user) => content.notifications[user.id],
  '/cash': (user) => content.cash[user.id],
  '/portfolios': (user) => content.portfolios[user.id],
  '/users/me': (user) => ({ address: content.addresses[user.id] }),
};

/** The listing depends on the user's language. All other data is private. */
export const cachingOf = (path) =>
  path === '/learn/learning-guides'
    ? { 'cache-control': 'private, max-age=1800', vary: 'x-user-id' }
    : { 'cache-control': 'private, no-store' };

/** RFC 8259 section 8.1: UTF-8 without a byte order mark. */
export function strictJson(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'Malformed body', 'The body is no JSON text in UTF-8.');
  }
}

/**
 * Returns the nesting depth. Counts brackets in strings too, because ordinary bodies have few of
 * them.
 */
export function depthOf(text) {
  let [depth, most] = [0, 0];
  for (const character of text) {
    if (character === '[' || character === '{') most = Math.max(most, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return most;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === 'string';

export function checkedAddress(body) {
  const address = isObject(body) ? body.address : undefined;
  if (!isObject(address)) throw new Refusal(422, 'Invalid body', 'address is missing or no object');
  const { line1, line2 = '', city, postalCode, countryCode } = address;
  const isPostalCode = isText(postalCode) || Number.isFinite(postalCode);
  if (
    ![line1, line2, city].every(isText) ||
    !isPostalCode ||
    !isText(countryCode) ||
    !/^[A-Z]{2}$/.test(countryCode)
  ) {
    throw new Refusal(422, 'Invalid body', 'a member of address is missing or not valid');
  }
  return { line1, line2, city, postalCode, countryCode };
}

export function checkedOrder(body) {
  const { isin, side, amount } = isObject(body) ? body : {};
  const isIsin = isText(isin) && /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin);
  if (!isIsin || (side !== 'buy' && side !== 'sell') || !Number.isFinite(amount) || amount <= 0) {
    throw new Refusal(422, 'Invalid body', 'a member of the order is missing or not valid');
  }
  return { isin, side, amount };
}

/** Returns only the known members, because others may be too deep to serialise. */
export const placed = ({ isin, side, amount }) => ({
  id: randomUUID(),
  isin,
  side,
  amount,
  status: 'accepted',
});
