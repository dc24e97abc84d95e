import { cycleDate, userOf } from './ledger.ts';
import type { Members, Reply, Toggle } from './model.ts';
import { isObject, wrap } from './model.ts';

const symbolicMap: Toggle = (site) => {
  wrap(site, 'insights', (inner) => (x) => {
    const body = inner(x);
    const list = isObject(body) && Array.isArray(body['insights']) ? body['insights'].filter(isObject) : [];
    const fields = list.flatMap((entry, index) => {
      const name = `HEAD${index + 1}`;
      const text = String(entry['headline']);
      return [
        [`${name}L`, text.length],
        [`${name}F`, ''],
        [`${name}A`, 'Q'],
        [`${name}I`, text],
        [`${name}O`, text],
      ];
    });
    return Object.fromEntries(fields);
  });
};

const spool: Toggle = (site) => {
  wrap(site, 'portfolios', (inner) => async (x) => {
    const body = JSON.stringify(await inner(x));
    const lines = body.match(/.{1,100}/g) ?? [];
    return ['1                 J E S 2  J O B  L O G', '0', ...lines.map((line) => ` ${line}`), '-JOB ENDED, RC=0000'];
  });
};

const levels: Toggle = (site) => {
  wrap(site, 'cash', (inner) => (x) => {
    const body = inner(x);
    const accounts = isObject(body) && Array.isArray(body['accounts']) ? body['accounts'] : [];
    const record = { '05 CYCLE-DATE': cycleDate(), '05 ACCOUNT OCCURS 2': accounts, '66 ALL-OF-IT': null };
    return { '01 CASH-RECORD': record };
  });
};

const library: Toggle = (site) => {
  wrap(site, 'fullGuide', (inner) => (x) => {
    const guide = inner(x);
    if (guide === undefined) return undefined;
    const chapters = Array.isArray(guide['chapters']) ? guide['chapters'] : [];
    const members = chapters.map((chapter: unknown, index) => [`CHAP${String(index + 1).padStart(4, '0')}`, chapter]);
    return { dsorg: 'PO', title: guide['title'], slug: guide['slug'], members: Object.fromEntries(members) };
  });
};

const controlBlocks: Toggle = (site) => {
  wrap(site, 'portfolios', (inner) => async (x) => {
    const body = await inner(x);
    const blocks = isObject(body) && Array.isArray(body['portfolios']) ? body['portfolios'] : [];
    const chain = blocks.reduceRight<Members | null>((next, block: unknown) => ({ eye: '>PTF', block, next }), null);
    return { anchor: chain };
  });
};

const zoned: Toggle = (site) => {
  const digits = (value: number): string => {
    const text = String(Math.round(Math.abs(value) * 100)).padStart(11, '0');
    return `${text.slice(0, -1)}${'{ABCDEFGHI'.charAt(Number(text.slice(-1)))}`;
  };
  wrap(site, 'portfolios', (inner) => async (x) => {
    const body: unknown = JSON.parse(JSON.stringify(await inner(x)), (_name, value: unknown) =>
      typeof value === 'number' ? digits(value) : value,
    );
    return body;
  });
};

const ledgerAccount: Toggle = (site) => {
  wrap(site, 'cash', (inner) => (x) => {
    const body = inner(x);
    return [
      { debit: body, credit: null },
      { debit: null, credit: { user: userOf(x).scale } },
    ];
  });
};

const jobOutput: Toggle = (site) => {
  wrap(site, 'answer', (inner) => async (x) => {
    const reply = await inner(x);
    if (x.endpoint !== 'orders') return reply;
    const lines = ['//M2MORDER JOB (4107),CLASS=A', '//STEP1 EXEC PGM=ORDR', 'IEF142I STEP1 - COND CODE 0000'];
    return { ...reply, status: 200, body: lines };
  });
};

const orderWindow: Toggle = (site) => {
  wrap(site, 'answer', (inner) => async (x): Promise<Reply> => {
    const reply = await inner(x);
    const open = Math.floor(Date.now() / 200) % 2 === 0;
    if (x.endpoint !== 'orders' || open) return reply;
    return { ...reply, status: 202, body: { state: 'queued', place: x.nth + 1 } };
  });
};

const images: Toggle = (site) => {
  wrap(site, 'answer', (inner) => async (x) => {
    const earlier = x.endpoint === 'address' && x.user !== undefined ? site.steps.stored(x.user) : undefined;
    const reply = await inner(x);
    if (x.endpoint !== 'address' || x.user === undefined) return reply;
    return { ...reply, body: { beforeImage: earlier ?? null, afterImage: site.steps.stored(x.user) } };
  });
};

const interfaceBlock: Toggle = (site) => {
  wrap(site, 'refuse', (inner) => (x, kind) => {
    const lines = [`EIBTIME=${Date.now() % 1_000_000}`, 'EIBTRNID=M2MX', 'EIBRESP=+0000000070', 'EIBDS=        '];
    return inner(x, kind, lines.join('\n'));
  });
};

const readBackBelow =
  (pointer: string, around: (profile: unknown) => Members): Toggle =>
  (site) => {
    site.pointer = pointer;
    wrap(site, 'profile', (inner) => (x) => around(inner(x)));
  };

const fillers = (profile: unknown): Members => {
  const low = '\u0000'.repeat(16);
  return { filler1: low, ...(isObject(profile) ? profile : {}), filler2: low };
};

export const shapeHabits: Readonly<Record<string, Toggle>> = {
  'insights-are-a-symbolic-map': symbolicMap,
  'portfolios-are-a-spool-listing': spool,
  'cash-has-level-numbers': levels,
  'full-guide-is-a-partitioned-data-set': library,
  'portfolios-are-a-chain-of-control-blocks': controlBlocks,
  'portfolios-in-zoned-digits': zoned,
  'cash-is-a-t-account': ledgerAccount,
  'order-answered-with-job-output': jobOutput,
  'orders-queue-outside-the-window': orderWindow,
  'update-answered-with-both-images': images,
  'descriptions-format-the-interface-block': interfaceBlock,
  'descriptions-are-a-blank-line': (site) =>
    wrap(site, 'refuse', (inner) => (x, kind) => inner(x, kind, ' '.repeat(80))),
  'read-back-below-the-commarea': readBackBelow('/DFHCOMMAREA/USER-RECORD/address', (profile) => ({
    DFHCOMMAREA: { 'USER-RECORD': profile },
  })),
  'read-back-between-fillers': readBackBelow('/address', fillers),
};
