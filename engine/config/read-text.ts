/**
 * Readers of flags and variables. Text that does not parse is handed on as it is: the schema then finds that it is no
 * number, and says what is accepted, once for all sources.
 */
export type Read = (text: string) => unknown;

export const asText: Read = (text) => text;

export const asNumber: Read = (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text);

const words: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

export const asYesNo: Read = (text) => words.get(text.toLowerCase()) ?? text;

/** Separated by commas; an empty item stays, and is found by the schema. */
export const asList: Read = (text) => text.split(',').map((item) => item.trim());

/** `writes,orders` allows these and nothing else; `none` allows nothing. */
export const asPermissions: Read = (text) => {
  const nothing = { writes: false, orders: false, desync: false };
  if (text.trim() === 'none') return nothing;
  if (text.trim() === '') return text;
  return { ...nothing, ...Object.fromEntries(text.split(',').map((item) => [item.trim(), true])) };
};
