import { messages } from './answers.ts';
import type { Endpoint, Kind, Members, Reply, Site, Toggle } from './model.ts';
import { isObject, Refused, wrap } from './model.ts';

function onError(site: Site, endpoint: Endpoint, change: (body: Members, reply: Reply) => Reply): void {
  wrap(site, 'finish', (inner) => (x, reply) => {
    const hit = x.endpoint === endpoint && reply.status >= 400 && isObject(reply.body);
    return inner(x, hit && isObject(reply.body) ? change(reply.body, reply) : reply);
  });
}

function cards(text: string): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += 72) {
    lines.push(`${text.slice(at, at + 72).padEnd(72)}${String(lines.length * 100 + 100).padStart(8, '0')}`);
  }
  return `${lines.join('\n')}\n`;
}

const secondView: Toggle = (site) =>
  onError(site, 'cash', (body, reply) => {
    const group = isObject(body['error']) ? Object.values(body['error']) : [];
    const view = group.map((field) => String(field ?? '').padEnd(80)).join('');
    return { ...reply, body: { ...body, error: view } };
  });

const fromNought: Toggle = (site) => {
  wrap(site, 'message', (inner) => (x, kind) => {
    const index = messages.findIndex(([name]) => name === kind);
    return x.endpoint === 'summaries' ? (messages[index + 1]?.[1] ?? '') : inner(x, kind);
  });
};

const printLine: Toggle = (site) => {
  wrap(
    site,
    'message',
    (inner) => (x, kind) => (x.endpoint === 'guides' ? inner(x, kind).padStart(132).slice(0, 40) : inner(x, kind)),
  );
};

const bindFile: Toggle = (site) => {
  const told = (kind: Kind): string | null =>
    kind === 'no-json' ? 'DFHPI1007 JSON to data transformation failed for /usr/lpp/m2m/jsbind/UADR.jsbind' : null;
  wrap(
    site,
    'refuse',
    (inner) => (x, kind, detail) => inner(x, kind, x.endpoint === 'address' ? (told(kind) ?? detail) : detail),
  );
};

const notRecognised: Toggle = (site) => {
  wrap(site, 'refuse', (inner) => (x, kind, detail) => {
    const reply = inner(x, kind, detail);
    if (kind !== 'no-route') return reply;
    const name = x.path
      .replace(/[^a-z]/gi, '')
      .slice(-4)
      .toUpperCase();
    return { ...reply, status: 200, body: { message: `DFHAC2001 Transaction ${name} is not recognized.` } };
  });
};

const suppressed: Toggle = (site) => {
  wrap(site, 'text', (inner) => (x, body) => {
    const text = inner(x, body);
    return x.endpoint === 'cash' ? text.replace(/(?<=[:,[]-?)0(?=\.\d)/g, '') : text;
  });
};

const getmain: Toggle = (site) => {
  wrap(site, 'parse', (inner) => (x) => {
    if (x.endpoint === 'orders' && x.bytes.length === 0) throw new Refused('abend', 'AEIV');
    return inner(x);
  });
};

const shareOptions: Toggle = (site) => {
  const policies: Readonly<Record<number, string>> = { 1: 'private, no-store', 3: 'public, max-age=60' };
  wrap(site, 'finish', (inner) => (x, reply) => {
    if (x.endpoint !== 'portfolios' || reply.status !== 200) return inner(x, reply);
    return inner(x, { ...reply, headers: { ...reply.headers, 'Cache-Control': policies[3] ?? '' } });
  });
};

const triggerLevel: Toggle = (site) => {
  const level = 50;
  let queue: (() => void)[] = [];
  wrap(site, 'answer', (inner) => async (x) => {
    try {
      return await inner(x);
    } catch (error) {
      if (!(error instanceof Refused) || !(error.detail ?? '').includes('countryCode')) throw error;
      await new Promise<void>((resolve) => {
        queue.push(resolve);
        if (queue.length < level) return;
        for (const go of queue) go();
        queue = [];
      });
      throw error;
    }
  });
};

const interval: Toggle = (site) => {
  const hhmmss = (seconds: number): number =>
    Math.floor(seconds / 3600) * 10_000 + (Math.floor(seconds / 60) % 60) * 100 + (seconds % 60);
  wrap(site, 'finish', (inner) => (x, reply) => {
    if (x.endpoint !== 'guides' || reply.status !== 200) return inner(x, reply);
    return inner(x, { ...reply, headers: { ...reply.headers, 'Cache-Control': `private, max-age=${hhmmss(1800)}` } });
  });
};

export const replyFaults: Readonly<Record<string, Toggle>> = {
  'sequence-numbers-behind-column-72': (site) =>
    onError(site, 'insights', (body, reply) => ({ ...reply, raw: cards(JSON.stringify(body)) })),
  'second-view-of-the-error-group': secondView,
  'messages-are-counted-from-nought': fromNought,
  'right-justified-in-a-print-line': printLine,
  'bind-file-is-named': bindFile,
  'unknown-paths-are-transactions': notRecognised,
  'zero-suppressed-in-front-of-the-point': suppressed,
  'getmain-of-nought': getmain,
  'share-options-are-a-cache-policy': shareOptions,
  'trigger-level-of-fifty': triggerLevel,
  'interval-is-hours-minutes-seconds': interval,
};
