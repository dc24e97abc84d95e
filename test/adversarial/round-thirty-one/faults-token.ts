import type { Reply, Site, Toggle, TokenAnswer } from './model.ts';
import { isObject, wrap } from './model.ts';

function amend(site: Site, change: (answer: TokenAnswer, scopes: readonly string[]) => TokenAnswer): void {
  wrap(site, 'granted', (inner) => (row, answer) => inner(row, change(answer, row.scopes)));
}

function hexFloat(value: number): number {
  const exponent = Math.ceil(Math.log2(value) / 4);
  return (((64 + exponent) << 24) | Math.round((value / 16 ** exponent) * 0x1000000)) >>> 0;
}

function readAsIeee(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

function continuedLiteral(text: string, column: number): string {
  const room = 72 - column;
  return text.slice(0, room).padEnd(room + 4) + text.slice(room);
}

const loosely: Toggle = (site) => {
  site.steps.safPasses = (rc) => rc <= 4;
};

const grants: Toggle = (site) => {
  const lowest = 'authorization_code';
  const highest = 'urn:ietf:params:oa';
  site.steps.grantKnown = (grant) => {
    if (typeof grant !== 'string') return false;
    const field = grant.padEnd(18).slice(0, 18);
    return field >= lowest && field <= highest;
  };
};

const depending: Toggle = (site) => {
  let occurs = 1;
  amend(site, (answer, scopes) => {
    const scope = scopes.slice(0, occurs).join(' ');
    occurs = scopes.length;
    return { ...answer, scope };
  });
};

const literal: Toggle = (site) => {
  wrap(site, 'granted', (inner) => (row, answer): Reply => {
    const reply = inner(row, answer);
    return { ...reply, headers: { ...reply.headers, 'Cache-Control': continuedLiteral('no-store', 66) } };
  });
};

const upperClock: Toggle = (site) => {
  site.steps.responseId = (x) => {
    if (x.endpoint !== 'notifications') return crypto.randomUUID();
    const ticks = Math.floor((Date.now() / 1000 + 2_208_988_800) / 1.048576) % 0x100000000;
    return `${ticks.toString(16).padStart(8, '0')}-c3c9-4ad4-8000-d4f2d4c1d7c9`;
  };
};

const hexLiteral: Toggle = (site) => {
  wrap(site, 'responseId', (inner) => (x) => {
    const id = inner(x);
    return x.endpoint === 'summaries' ? `X'${id.replaceAll('-', '').toUpperCase()}'` : id;
  });
};

const eibresp: Toggle = (site) => {
  const notfnd = 13;
  wrap(site, 'refuse', (inner) => (x, kind, detail) => {
    const reply = inner(x, kind, detail);
    if (kind !== 'no-guide' || !isObject(reply.body)) return reply;
    return { ...reply, body: { ...reply.body, status: notfnd } };
  });
};

export const tokenFaults: Readonly<Record<string, Toggle>> = {
  'hex-float-read-as-ieee': (site) =>
    amend(site, (answer) => ({ ...answer, expires_in: readAsIeee(hexFloat(answer.expires_in)) })),
  'depending-on-is-set-behind-the-move': depending,
  'saf-cannot-decide': loosely,
  'grants-between-two-literals': grants,
  'continued-literal-keeps-its-blanks': literal,
  'upper-word-of-the-clock': upperClock,
  'token-bytes-as-hexadecimal-literal': hexLiteral,
  'status-is-eibresp': eibresp,
};
