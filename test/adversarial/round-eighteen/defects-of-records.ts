import { digitOf, overpunch, type Row } from './picture.ts';
import { type DefectToggle, defect } from './toggle-kinds.ts';

const LINES = ['line1', 'line2', 'city'];
const eachLine = (row: Row, change: (text: string, name: string) => string): Row => ({
  ...row,
  ...Object.fromEntries(LINES.map((name) => [name, change(String(row[name] ?? ''), name)])),
});

export const recordDefects: readonly DefectToggle[] = [
  defect(
    'residue-of-the-longer-line',
    'A shorter line of an address is moved over the longer one without clearing it, whose end remains behind.',
    'address/overwrites',
    {
      storeAddress: (file, row, old) => {
        file.rewrite(eachLine(row, (line, name) => line && line + String(old[name] ?? '').slice(line.length)));
      },
    },
  ),
  defect(
    'strung-until-the-first-space',
    'The first line of an address is strung together delimited by space: what follows the first word is not stored.',
    'address/overwrites',
    {
      storeAddress: (file, row) => {
        file.rewrite(eachLine(row, (line, name) => (name === 'line1' ? (line.split(' ')[0] ?? '') : line)));
      },
    },
  ),
  defect(
    'postal-code-overpunched',
    'A postal code that is a number is moved to text with its sign in the last digit: 89073 becomes 8907C.',
    'address/overwrites',
    {
      storeAddress: (file, row) => {
        const numeric = row['postalKind'] === 'number';
        file.rewrite(
          numeric ? { ...row, postalKind: 'string', postalCode: overpunch(Number(row['postalCode'])) } : row,
        );
      },
    },
  ),
  defect(
    'two-copybooks-of-one-record',
    'The channel has an older copybook of the address, whose record is longer: writing one lays its end over the next user’s.',
    'address/isolation',
    {
      storeAddress: (file, row) => {
        file.rewrite(row);
        const keys = file.keys();
        const next = file.read(keys[keys.indexOf(String(row['id'])) + 1] ?? '');
        if (next) file.rewrite({ ...next, line1: `${row['countryCode']}      ${String(next['line1']).slice(8)}` });
      },
    },
  ),
  defect(
    'alphabetic-includes-spaces',
    'A country code is moved to two characters and tested for capitals, among which the class test counts the space: G will do.',
    'address/country-code',
    { countryCode: (value) => value.length <= 2 && /^[A-Z ]{2}$/.test(value.padEnd(2)) },
  ),
  defect(
    'type-of-eight-characters',
    'The name of a media type has eight characters, as every name on the host: application/ and anything is applicat.',
    'address/content-type',
    { mediaType: (name) => name.slice(0, 8) === 'applicat' },
    ['orders/content-type'],
  ),
  defect(
    'group-moves-to-elementary',
    'An object in place of a line is a group item, and moving a group takes what its members hold as one text.',
    'address/wrong-type',
    {
      line: (value) => {
        if (typeof value === 'string') return value;
        if (typeof value !== 'object' || Array.isArray(value)) return undefined;
        return Object.values(value ?? {}).join('');
      },
    },
  ),
  defect(
    'letters-have-digits-in-them',
    'A text for an amount is packed, by which each letter leaves the digit in the low half of its code: abc is 123.',
    'orders/wrong-type',
    {
      amount: (value) => {
        if (typeof value === 'string') return Number([...value].map(digitOf).join('') || 'none');
        return typeof value === 'number' ? value : Number.NaN;
      },
    },
  ),
  defect(
    'size-error-keeps-the-former-amount',
    'A negative amount does not fit its unsigned field: size error, which leaves the amount of the order before in it.',
    'orders/amount-bounds',
    () => {
      let field = 0;
      return {
        amount: (value) => {
          if (typeof value !== 'number') return Number.NaN;
          if (value >= 0) field = value;
          return field;
        },
      };
    },
  ),
  defect(
    'first-call-only-shows-the-map',
    'Analyst insights are a dialogue: the first call on a connection has no communication area and is told to press enter, 400.',
    'insights/ok',
    () => {
      const begun = new WeakSet<object>();
      return {
        reply: (reply, { area, socket }) => {
          if (area !== 'insights' || reply.status !== 200 || begun.has(socket)) return reply;
          begun.add(socket);
          const body = {
            status: 400,
            error: { message: 'Press enter to begin.', description: null },
            responseId: crypto.randomUUID(),
          };
          return { status: 400, body };
        },
      };
    },
  ),
  defect(
    'ebcdic-order-searched-by-halves',
    'The table of guides is sorted as the host sorts, letters in front of digits, and searched by halves as if it were otherwise.',
    'guide/fetch',
    {
      hasGuide: (id, ids) => {
        let [low, high] = [0, ids.length - 1];
        while (low <= high) {
          const middle = (low + high) >> 1;
          const found = ids[middle] ?? '';
          if (found === id) return true;
          if (found < id) low = middle + 1;
          else high = middle - 1;
        }
        return false;
      },
    },
  ),
  defect(
    'two-collating-sequences',
    'Every third listing comes from a table in storage, which is sorted by key as the host sorts and not by position.',
    'guides/order-stable',
    {
      guides: (list, turn) =>
        turn % 3 === 0 ? [...list].sort((one, other) => (String(one['key']) < String(other['key']) ? -1 : 1)) : list,
    },
  ),
  defect(
    'sign-nibble-of-imported-counts',
    'The packed count of chapters of imported guides ends with B, which the unpacking takes for a minus.',
    'guides/chapter-count',
    {
      guides: (list) =>
        list.map((guide) =>
          guide['key'] === 'gold' ? { ...guide, chapterCount: -Number(guide['chapterCount']) } : guide,
        ),
    },
  ),
  defect(
    'low-values-are-no-null',
    'A guide without a web cover has LOW-VALUES in that field, which the mapping writes as eight characters NUL.',
    'guides/schema',
    {
      guides: (list) =>
        list.map((guide) =>
          guide['webCoverImageURL'] === null ? { ...guide, webCoverImageURL: '\0'.repeat(8) } : guide,
        ),
    },
  ),
];
