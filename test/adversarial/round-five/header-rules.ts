import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { World } from './world.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

const privatePaths = /^\/(cash|portfolios|daily-summaries|b2b\/notification-settings)(\?|$)/;

function reverseMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reverseMembers);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reverseMembers(inner)]),
  );
}

/** Makes the header rules that the gateway applies to each good answer. */
export function createDress(world: World): (req: IncomingMessage, answer: Answer, user: string | undefined) => Answer {
  const { on, users } = world;
  const seen = new Set<string>();
  let answers = 0;

  return (req, answer, user) => {
    const url = req.url ?? '/';
    const headers = { ...answer.headers };
    let { status, body } = answer;
    const again = seen.has(`${url} ${user}`);
    seen.add(`${url} ${user}`);
    answers++;
    if (privatePaths.test(url))
      headers['cache-control'] = on('second-answers-are-public') && again ? 'public, max-age=0' : 'private, no-cache';
    if (headers['cache-control'] === undefined) headers['cache-control'] = 'private, no-cache';
    if (on('security-rule-adds-no-store') && url === '/learn/learning-guides')
      headers['cache-control'] = [String(headers['cache-control']), 'no-store'];
    if (on('a-prefix-guards-against-scripts') && url === '/cash') body = Buffer.concat([Buffer.from(")]}',\n"), body]);
    if (on('replicas-of-two-releases') && answers % 2 === 0 && body.length > 0) {
      body = Buffer.from(JSON.stringify(reverseMembers(JSON.parse(body.toString())), null, 3));
      headers['x-release'] = '2026.11';
      headers['content-type'] = 'application/json; charset=utf-8';
    }
    if (on('answers-name-their-language'))
      headers['content-language'] = users.find((one) => one.id === user)?.language ?? 'en';
    if (on('answers-are-attachments'))
      headers['content-disposition'] = `attachment; filename="answer.json"; filename*=UTF-8''yan%C4%B1t.json`;
    if (on('answers-carry-a-digest'))
      headers['content-digest'] = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    if (on('answers-link-to-others'))
      headers['link'] = ['</docs?a=1,2>; rel="describedby help"; title="a, \\"b\\""', '</>; rel=index'];
    if (on('answers-announce-their-sunset')) {
      headers['deprecation'] = '@1767225600';
      headers['sunset'] = 'Fri, 31 Dec 2032 23:59:59 GMT';
      headers['warning'] = '299 - "This version will go"';
    }
    if (on('answers-count-down-a-quota')) headers['ratelimit'] = `"m2m";r=${100_000 - answers};t=60`;
    if (on('answers-offer-another-protocol')) headers['alt-svc'] = 'h3=":443"; ma=3600, h2="alt.birikim.example:443"';
    if (on('answers-tell-their-way')) {
      headers['via'] = ['1.1 edge-7 (birikim/3.1)', 'HTTP/2 shield'];
      headers['cache-status'] = 'edge; fwd=bypass, "shield a"; fwd=bypass';
    }
    if (on('answers-repeat-the-user-id') && user !== undefined) headers['x-user-id'] = user;
    if (on('ranges-are-served') && req.method === 'GET' && status === 200) {
      headers['accept-ranges'] = 'bytes';
      const range = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '');
      const [from, to] = [Number(range?.[1]), Math.min(Number(range?.[2]), body.length - 1)];
      if (range && from <= to) {
        headers['content-range'] = `bytes ${from}-${to}/${body.length}`;
        status = 206;
        body = body.subarray(from, to + 1);
      }
    }
    return { status, headers, body };
  };
}
