import { jsonOf, order } from './forms.ts';
import { userOf } from './ledger.ts';
import type { Address, Members, Toggle } from './model.ts';
import { isObject, Refused, Shown, wrap } from './model.ts';

const trailingBlanks: Toggle = (site) => {
  wrap(site, 'address', (inner) => (x, value) => {
    const read = inner(x, value);
    const field = typeof read.postalCode === 'string' ? read.postalCode.padEnd(9).slice(0, 9) : '000000000';
    if (!/^\d{9}$/.test(field)) throw new Refused('wrong-body', 'Field postalCode is not numeric.');
    return read;
  });
};

const sameSecond: Toggle = (site) => {
  const keys = new Set<string>();
  wrap(site, 'store', (inner) => (x, address) => {
    const key = `${userOf(x).id} ${Math.floor(Date.now() / 1000)} ${address.line1.slice(0, 8)}`;
    if (keys.has(key)) throw new Refused('conflict', 'DUPREC');
    keys.add(key);
    inner(x, address);
  });
};

function unstrung(text: string): Members {
  const pieces = text.split('"');
  const found: Members = {};
  for (let at = 1; at < pieces.length; at += 2) {
    const name = pieces[at] ?? '';
    const number = /^\s*:\s*(\d+)/.exec(pieces[at + 1] ?? '')?.[1];
    if (number !== undefined) found[name] = Number(number);
    else if (/^\s*:\s*$/.test(pieces[at + 1] ?? '') && pieces[at + 2] !== undefined) found[name] = pieces[at + 2];
  }
  return found;
}

const atQuotes: Toggle = (site) => {
  wrap(site, 'parse', (inner) => (x) => {
    try {
      return inner(x);
    } catch (error) {
      if (x.endpoint !== 'address' || !(error instanceof Refused) || error.kind !== 'no-json') throw error;
      return { address: unstrung(x.bytes.toString('utf8')) };
    }
  });
};

const textToGroup: Toggle = (site) => {
  wrap(site, 'address', (inner) => (x, value): Address => {
    const text = isObject(value) ? value['address'] : undefined;
    if (typeof text !== 'string') return inner(x, value);
    const group = text.padEnd(122);
    const field = (from: number, to: number): string => group.slice(from, to).trimEnd();
    return {
      line1: field(0, 40),
      line2: field(40, 80),
      city: field(80, 110),
      postalCode: field(110, 120),
      countryCode: field(120, 122),
    };
  });
};

const goesOn: Toggle = (site) => {
  wrap(site, 'address', (inner) => (x, value) => {
    const sent = isObject(value) ? value['address'] : undefined;
    if (!isObject(sent)) return inner(x, value);
    const held: Members = { ...site.steps.stored(userOf(x)) };
    const moved = Object.entries(sent).map(([name, item]) => [
      name,
      typeof item === 'object' && item !== null ? (held[name] ?? '') : item,
    ]);
    return inner(x, { address: Object.fromEntries(moved) });
  });
};

const redefines: Toggle = (site) => {
  wrap(site, 'store', (inner) => (x, address) => {
    if (address.line2 === undefined) return inner(x, address);
    const storage = address.city.padEnd(30) + address.line2.slice(30);
    inner(x, { ...address, line2: storage.trimEnd() });
  });
};

const rowset: Toggle = (site) => {
  wrap(site, 'store', (inner) => (x, address) => {
    const ordered = Object.values(site.users).sort((one, other) => (one.id < other.id ? -1 : 1));
    const start = ordered.findIndex(({ id }) => id === userOf(x).id);
    for (const user of ordered.slice(start, start + 2)) inner({ ...x, user }, address);
  });
};

const orderArea: Toggle = (site) => {
  let area: Buffer = Buffer.alloc(0);
  wrap(site, 'parse', (inner) => (x) => {
    if (x.endpoint !== 'orders') return inner(x);
    try {
      const value = inner(x);
      area = x.bytes;
      return value;
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== 'no-json') throw error;
      return jsonOf(Buffer.concat([x.bytes, area.subarray(x.bytes.length)]));
    }
  });
};

const mapfail: Toggle = (site) => {
  const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'private, no-store' };
  wrap(site, 'order', (inner) => (x, value) => {
    if (isObject(value)) return inner(x, value);
    throw new Shown({ status: 200, headers, body: { map: 'IORDM1', fields: { isin: '', side: '', amount: '' } } });
  });
};

const containers: Toggle = (site) => {
  let number = 0;
  wrap(site, 'order', (inner) => (x, value) => {
    if (!isObject(value) || typeof value['isin'] !== 'object' || value['isin'] === null) return inner(x, value);
    number += 1;
    const named = inner(x, { ...value, isin: 'US0378331005' });
    return { ...named, isin: `DFHJS-${String(number).padStart(10, '0')}` };
  });
};

const abbreviated: Toggle = (site) => {
  const lowest: number = -1;
  site.steps.order = (_x, value) => {
    const placed = order(value);
    const sound = placed.amount !== 0 || placed.amount !== lowest;
    if (!sound) throw new Refused('wrong-body', 'Field amount is out of bounds.');
    return placed;
  };
};

export const writeFaults: Readonly<Record<string, Toggle>> = {
  'trailing-blanks-are-not-numeric': trailingBlanks,
  'duplicate-key-within-the-second': sameSecond,
  'body-is-unstrung-at-quotation-marks': atQuotes,
  'text-is-moved-to-the-group': textToGroup,
  'json-parse-goes-on-behind-a-mismatch': goesOn,
  'line2-and-city-redefine-each-other': redefines,
  'rowset-of-two-is-updated': rowset,
  'area-of-the-order-before': orderArea,
  'mapfail-sends-the-map-again': mapfail,
  'containers-are-held-by-name': containers,
  'abbreviated-condition-is-always-true': abbreviated,
};
