import type { Bag } from './types.ts';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const restored = (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

/** Writes the flat record that a back-office system understands. */
export function toXml(name: string, record: Bag, escaping = true): string {
  const inner = Object.entries(record).map(([key, value]) => {
    const text = String(value ?? '');
    return `<${key} type="${typeof value}">${escaping ? escaped(text) : text}</${key}>`;
  });
  return `<${name}>${inner.join('')}</${name}>`;
}

/** Reads it back, and throws where it is not well-formed. */
export function fromXml(xml: string): Bag {
  const inner = /^<(\w+)>(.*)<\/\1>$/s.exec(xml)?.[2];
  if (inner === undefined) throw new Error('no document element');
  const record: Bag = {};
  let rest = inner;
  while (rest !== '') {
    const element = /^<(\w+) type="(\w+)">([^<]*)<\/\1>/.exec(rest);
    const [whole, name, type, text] = element ?? [];
    if (whole === undefined || name === undefined || text === undefined) throw new Error('not well-formed');
    if (/&(?!lt;|gt;|amp;)/.test(text)) throw new Error('a reference without a name');
    record[name] = type === 'number' ? Number(text) : restored(text);
    rest = rest.slice(whole.length);
  }
  return record;
}
