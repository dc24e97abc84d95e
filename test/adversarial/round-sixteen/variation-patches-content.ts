import type { ServerResponse } from 'node:http';
import { body, type Json, type Patch, userOf } from './patch-kit.ts';
import { Refusal } from './platform.ts';

/** Rewrites the texts of amounts and shares in the daily summaries. */
function texts(amount: (text: string) => string, weight: (text: string) => string = (text) => text): Patch {
  return body('summaries', ({ data }) => {
    for (const { portfolio, performers } of data) {
      for (const part of Object.values(portfolio) as Json[]) {
        for (const name of ['displayValue', 'upBy', 'unrealisedMonthlyInterest', 'dailyInterest']) {
          if (name in part) part[name] = amount(part[name]);
        }
      }
      for (const one of new Set([...performers.all, ...performers.best, ...performers.worst]) as Set<Json>) {
        one.weight = weight(one.weight);
        one.value = amount(one.value);
      }
    }
  });
}
const digits = (zero: number) => (text: string) => text.replace(/\d/g, (d) => String.fromCodePoint(zero + Number(d)));
const inDigits = (zero: number) => texts(digits(zero), digits(zero));
const bare = (text: string) => text.replace(/[€£\s]/gu, '');
const guides = (edit: (guide: Json, index: number, user: Json) => void): Patch =>
  body('guides', ({ data }, scope) => {
    for (const [i, guide] of data.entries()) edit(guide, i, userOf(scope));
  });
const header =
  (name: string, value: string | string[], flow = '*'): Patch =>
  (p) =>
    p.after(flow, '*', (given) => {
      if (flow === '*' || given.status === 200) given.headers[name] = value;
    });
const success =
  (flow: string, from: number, status: number): Patch =>
  (p) =>
    p.after(flow, from, (given) => {
      given.status = status;
    });
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const writing =
  (write: (response: ServerResponse, bytes: Buffer) => void | Promise<void>): Patch =>
  (p) => {
    p.settings['write'] = (
      response: ServerResponse,
      status: number,
      headers: Record<string, string>,
      bytes: Buffer,
    ) => {
      response.writeHead(status, headers);
      void write(response, bytes);
    };
  };
const slices = (size: number, ms: number) =>
  writing(async (response, bytes) => {
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      if (ms) await pause(ms);
    }
    response.end();
  });

export const content: Record<string, Patch> = {
  'update-218': success('address', 200, 218),
  'order-299': success('orders', 201, 299),
  'cash-203': success('cash', 200, 203),
  'portfolios-218': success('portfolios', 200, 218),
  'insights-210': success('insights', 200, 210),
  'telugu-digits': inDigits(0xc66),
  'balinese-digits': inDigits(0x1b50),
  'ol-chiki-digits': inDigits(0x1c50),
  'dinars-with-three-decimals': texts((text) => `${bare(text)}0 KD`),
  'won-in-hangul': texts((text) => `${bare(text).replace(/[.,]\d\d$/, '')}원`),
  'lari-in-front': texts((text) => `₾${bare(text)}`),
  'minus-behind-the-amount': texts((text) => `${text.replace('-', '')}-`),
  'chart-labels-are-week-numbers': body('summaries', ({ data }) => {
    data.forEach((day: Json, i: number) => {
      day.chartLabel = `W${40 + i}\n2026`;
    });
  }),
  'labels-are-json-texts': body('summaries', ({ data }) => {
    for (const day of data) day.sentimentScore.news.label = '{"mood":null}';
  }),
  'titles-with-line-breaks': guides((guide) => {
    guide.title = `${guide.title}\n\t\u2028`;
  }),
  'slugs-are-blank': guides((guide) => {
    guide.slug = ' ';
  }),
  'keys-are-uuids': guides((guide, i) => {
    guide.key = `7d3c2a10-0000-4000-8000-00000000000${i}`;
  }),
  'icons-are-tag-uris': guides((guide) => {
    guide.guideIconURL = `tag:atrium.example,2026:icons/${guide.chapterCount}`;
  }),
  'colours-are-expressions': guides((guide) => {
    guide.backgroundColor = "if(theme = 'dark', '#000', tenant.colour)";
  }),
  'content-types-are-versioned': guides((guide, i) => {
    guide.contentType = `learningGuide@${i + 1}.0`;
  }),
  'answers-name-their-flow': header('x-atrium-flow', ['studio/flow=7', 'edition="plus"; rows=(1 2 3)']),
  'answers-carry-signatures': (p) => {
    header('signature-input', 'sig1=("@status" "content-type");created=1618884473;keyid="k"')(p);
    header('signature', 'sig1=:d2hhdGV2ZXI=:')(p);
  },
  'keep-alive-tells-its-limits': header('keep-alive', 'timeout=60, max=100000'),
  'bodies-in-two-halves': writing(async (response, bytes) => {
    response.write(bytes.subarray(0, bytes.length >> 1));
    await pause(15);
    response.end(bytes.subarray(bytes.length >> 1));
  }),
  'pieces-of-ninety-seven-bytes': slices(97, 0),
  'surrogate-key-lists-sources': header('surrogate-key', 'cms guides/65b2 texts/de', 'guides'),
  'tokens-shed-twice-in-a-run': (p) => {
    let asked = 0;
    p.refusals['shed'] = { status: 503, message: 'The vault is opening', headers: { 'retry-after': '1' } };
    p.befores.push(({ path }) => {
      if (path !== '/identity/token') return undefined;
      asked += 1;
      return asked === 2 || asked === 6 ? p.refuse(new Refusal('shed'), {}, 'error') : undefined;
    });
  },
  'scheduler-stops-everything-each-second': (p) =>
    p.befores.push(async () => {
      const into = Date.now() % 1000;
      if (into < 80) await pause(80 - into);
      return undefined;
    }),
  'cash-tells-the-second': body('cash', (document) => ({ ...document, second: Math.floor(Date.now() / 1000) })),
  'guide-recoloured-once': (p) => {
    let listings = 0;
    p.after('guides', 200, (given) => {
      listings += 1;
      if (listings > 15) (given.body as Json).data[3].backgroundColor = '#ABCDEF';
    });
  },
  'eleven-further-offers': body('notifications', ({ app }) => {
    for (let i = 0; i < 11; i++) {
      app[2].notifications.push({ id: `partner-${i}/offer`, name: `Partner ${i}`, description: '', active: i % 2 > 0 });
    }
  }),
  'settings-tell-their-edition': body('notifications', (document, scope) => ({
    edition: { name: userOf(scope)?.edition, rows: [] },
    ...document,
  })),
  'cash-as-a-matrix': body('cash', ({ balances }) => [
    ['currency', 'amount'],
    ...balances.map((one: Json) => Object.values(one)),
  ]),
  'full-guide-as-a-flow-chart': body('guide', (document) => ({
    nodes: [document],
    edges: [[0, 0]],
    start: document.id,
  })),
  'read-back-below-a-list-of-residences': (p) => {
    p.settings['pointer'] = '/residences/1/current';
    body('read-back', ({ address }) => ({ residences: [null, { current: address }] }))(p);
  },
  'orders-answer-with-decisions': body('orders', (order) => ({
    decisions: [{ table: 'bounds', row: 1 }],
    input: order,
  })),
};
