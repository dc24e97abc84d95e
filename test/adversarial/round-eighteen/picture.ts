/** Fields of records as copybooks describe them: X is text of the host, V national text behind its length, P packed decimal. */
export type Picture =
  | { readonly as: 'X'; readonly size: number }
  | { readonly as: 'V'; readonly size: number }
  | { readonly as: 'P'; readonly digits: number; readonly decimals: number };

export type Layout = Readonly<Record<string, Picture>>;
export type Row = Record<string, string | number>;

export const x = (size: number): Picture => ({ as: 'X', size });
export const varying = (size: number): Picture => ({ as: 'V', size });
export const packed = (digits: number, decimals = 0): Picture => ({ as: 'P', digits, decimals });

const HOST = new Map<string, number>();
const spread = (letters: string, from: number): void => {
  [...letters].forEach((letter, at) => {
    HOST.set(letter, from + at);
  });
};
spread('abcdefghi', 0x81);
spread('jklmnopqr', 0x91);
spread('stuvwxyz', 0xa2);
spread('{ABCDEFGHI', 0xc0);
spread('}JKLMNOPQR', 0xd0);
spread('STUVWXYZ', 0xe2);
spread('0123456789', 0xf0);
spread('.<(+|&', 0x4b);
spread('!$*);', 0x5a);
spread(',%_>?', 0x6b);
spread(':#@\'="', 0x7a);
spread(' ', 0x40);
spread('-/', 0x60);
spread('[]', 0xba);
spread('\\', 0xe0);
const GUEST = new Map([...HOST].map(([letter, code]) => [code, letter]));

export const toHost = (text: string): Buffer => Buffer.from([...text].map((letter) => HOST.get(letter) ?? 0x3f));
export const fromHost = (bytes: Buffer): string => [...bytes].map((code) => GUEST.get(code) ?? '\u001a').join('');

/** The digit of a character: the low half of its code, as the instruction PACK takes it. */
export const digitOf = (letter: string): number => (HOST.get(letter) ?? 0) & 15;

const sizeOf = (picture: Picture): number => {
  if (picture.as === 'P') return Math.floor(picture.digits / 2) + 1;
  return picture.as === 'V' ? 2 + picture.size * 2 : picture.size;
};

const pack = (value: number, digits: number, decimals: number): Buffer => {
  const whole = Math.round(Math.abs(value) * 10 ** decimals);
  const text = String(whole).padStart(digits % 2 === 0 ? digits + 1 : digits, '0') + (value < 0 ? 'd' : 'c');
  return Buffer.from(text, 'hex');
};

const unpack = (bytes: Buffer, decimals: number): number => {
  const text = bytes.toString('hex');
  const value = Number(text.slice(0, -1)) / 10 ** decimals;
  return text.endsWith('d') ? -value : value;
};

/** Zoned digits whose last one carries the sign, as a numeric field looks when it is moved to text. */
export const overpunch = (value: number, decimals = 0): string => {
  const digits = String(Math.round(Math.abs(value) * 10 ** decimals));
  const last = Number(digits.at(-1));
  return digits.slice(0, -1) + (value < 0 ? '}JKLMNOPQR' : '{ABCDEFGHI').charAt(last);
};

export const writeRecord = (layout: Layout, row: Row): Buffer =>
  Buffer.concat(
    Object.entries(layout).map(([name, picture]) => {
      const value = row[name] ?? '';
      if (picture.as === 'P') return pack(Number(value), picture.digits, picture.decimals);
      const area = Buffer.alloc(sizeOf(picture), picture.as === 'X' ? 0x40 : 0);
      if (picture.as === 'X') toHost(String(value)).copy(area);
      else {
        const text = Buffer.from(String(value).slice(0, picture.size), 'utf16le');
        area.writeUInt16BE(text.length);
        text.copy(area, 2);
      }
      return area;
    }),
  );

export const readRecord = (layout: Layout, record: Buffer): Row => {
  const row: Row = {};
  let at = 0;
  for (const [name, picture] of Object.entries(layout)) {
    const field = record.subarray(at, at + sizeOf(picture));
    at += field.length;
    if (picture.as === 'P') row[name] = unpack(field, picture.decimals);
    else if (picture.as === 'X') row[name] = fromHost(field).trimEnd();
    else row[name] = field.subarray(2, 2 + field.readUInt16BE()).toString('utf16le');
  }
  return row;
};
