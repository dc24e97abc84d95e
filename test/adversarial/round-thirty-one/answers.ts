import { randomUUID } from 'node:crypto';
import type { Exchange, Guide, Kind, Members, Reply, Site } from './model.ts';
import { Refused } from './model.ts';

const transactions: Readonly<Record<string, string>> = {
  guides: 'LGLS',
  guide: 'LGSH',
  insights: 'LGAN',
  address: 'UADR',
  summaries: 'DSUM',
  notifications: 'NSET',
  cash: 'CASH',
  portfolios: 'PORT',
  orders: 'IORD',
  profile: 'UPRF',
};

export function transactionOf(x: Exchange): string {
  return transactions[x.endpoint ?? ''] ?? 'NONE';
}

export const messages: readonly (readonly [Kind, string])[] = [
  ['no-token', 'The bearer token is missing.'],
  ['bad-token', 'The bearer token is not valid.'],
  ['no-scope', 'The token lacks the required scope.'],
  ['no-user-id', 'The user id is missing.'],
  ['bad-user-id', 'The user id is malformed.'],
  ['unknown-user', 'The user was not found.'],
  ['denied', 'Access is denied.'],
  ['no-route', 'No transaction is defined for this path.'],
  ['no-method', 'The method is not allowed for this path.'],
  ['media-type', 'The media type of the body is not supported.'],
  ['no-json', 'The body is no JSON.'],
  ['wrong-body', 'The body is not valid.'],
  ['bad-guide-id', 'The guide id is malformed.'],
  ['no-guide', 'The guide does not exist.'],
  ['query', 'The query is not accepted.'],
  ['too-large', 'The body is too large.'],
  ['conflict', 'The resource is in use.'],
  ['shed', 'The class of transactions is full.'],
  ['abend', 'The transaction ended abnormally.'],
];

export function message(kind: Kind): string {
  return messages.find(([name]) => name === kind)?.[1] ?? '';
}

export function refuse(site: Site, x: Exchange, kind: Kind, detail: string | null): Reply {
  const status = kind === 'unknown-user' && x.endpoint === 'summaries' ? 401 : site.statuses[kind];
  const challenge: Record<string, string> = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="M2MAPI"' } : {};
  const error = { message: site.steps.message(x, kind), description: detail };
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store', ...challenge },
    body: { status, error, responseId: site.steps.responseId(x) },
  };
}

export function responseId(): string {
  return randomUUID();
}

export function card(guide: Guide, language: 'en' | 'de'): Members {
  const images = 'https://static.invest.example/guides';
  return {
    key: guide.key,
    contentType: 'learning-guide',
    id: guide.id,
    title: guide.texts[language].title,
    description: guide.texts[language].text,
    backgroundColor: guide.colour,
    guideIconURL: `${images}/${guide.key}/icon.png`,
    mobileCoverImageURL: `${images}/${guide.key}/mobile.jpg`,
    webCoverImageURL: guide.webCover ? `${images}/${guide.key}/web.jpg` : null,
    slug: guide.slug,
    chapterCount: guide.chapters,
  };
}

export function fullGuide(site: Site, x: Exchange): Members | undefined {
  const guide = site.guides.find(({ id }) => id === x.guideId);
  if (guide === undefined) return undefined;
  const language = x.user?.language ?? 'en';
  const chapters = Array.from({ length: guide.chapters }, (_, index) => ({
    number: index + 1,
    heading: `${guide.texts[language].title} ${index + 1}`,
    text: guide.texts[language].text,
  }));
  return { ...card(guide, language), chapters };
}

function ok(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  const standard = { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'private, no-store' };
  return { status, headers: { ...standard, ...headers }, body };
}

export async function answer(site: Site, x: Exchange): Promise<Reply> {
  const { steps } = site;
  switch (x.endpoint) {
    case 'guides': {
      const caching = { 'Cache-Control': 'private, max-age=1800', Vary: 'x-user-id, Authorization' };
      return ok({ data: steps.listing(x) }, 200, caching);
    }
    case 'guide': {
      if (!/^[a-f0-9]{24}$/i.test(x.guideId)) throw new Refused('bad-guide-id');
      const guide = steps.fullGuide(x);
      if (guide === undefined) throw new Refused('no-guide');
      return ok(guide);
    }
    case 'insights':
      return ok(steps.insights(x));
    case 'summaries':
      return ok(steps.days(x));
    case 'notifications':
      return ok(steps.settings(x));
    case 'cash':
      return ok(steps.cash(x));
    case 'portfolios':
      return ok(await steps.portfolios(x));
    case 'profile':
      return ok(steps.profile(x));
    case 'address':
      steps.store(x, steps.address(x, steps.parse(x)));
      return ok({ result: 'Address updated successfully.' });
    case 'orders': {
      const placed = steps.order(x, steps.parse(x));
      return ok({ orderNumber: randomUUID(), state: 'accepted', ...placed }, 201);
    }
    default:
      throw new Refused('no-route');
  }
}
