import type { Defect } from './types.ts';

type Make = (breaks: string, id: string, title: string) => Defect;

export const addressDefects = (make: Make): readonly Defect[] => [
  make(
    'http/no-server-error',
    'slice-within-a-character',
    'The log cuts each text of an address at its eleventh byte, and panics within a character: 500.',
  ),
  make(
    'http/no-server-error',
    'poisoned-lock',
    'A validation that fails poisons the lock of addresses, and the next update is 500.',
  ),
  make(
    'http/answers',
    'exact-multiple-waits-for-more',
    'A body is read in blocks of sixteen bytes until one is short: after a whole number of them it waits for ever.',
  ),
  make(
    'address/overwrites',
    'inline-strings-lose-to-the-pointer',
    'A city below eight bytes is stored inline, the pointer to a longer one is not cleared, and readers prefer it.',
  ),
  make(
    'address/isolation',
    'slot-in-use-on-the-free-list',
    'The slot of the second user is on the free list, and the next update of anybody takes it.',
  ),
  make(
    'address/refused-unchanged',
    'stored-slices-alias-the-read-buffer',
    'The first line is a slice of the read buffer, into which a refused update is read.',
  ),
  make(
    'address/malformed-json',
    'on-demand-parser',
    'The parser reads the member address on demand, and validates nothing around it.',
  ),
  make(
    'address/wrong-type',
    'lists-of-bytes-are-text',
    'A list of bytes, such as an empty one, is a text to the decoder of addresses.',
  ),
  make(
    'address/country-code',
    'country-letters-in-five-bits',
    'Letters of a country are packed into five bits each, so that small letters and digits pass as well.',
  ),
  make(
    'orders/amount-bounds',
    'zero-amount-is-not-given',
    'A zero value is one that was not given, and an amount of nought is the default of a hundred.',
  ),
  make(
    'orders/wrong-type',
    'raw-message-is-never-decoded',
    'The ISIN is kept as the raw bytes of its JSON, which are only tested for being there.',
  ),
];
