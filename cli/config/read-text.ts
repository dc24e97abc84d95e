/** Returns a string that does not parse unchanged. The schema rejects it. */
export type Read = (text: string) => unknown;

export const asText: Read = (text) => text;

export const asNumber: Read = (text) =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;

const words: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

export const asYesNo: Read = (text) => words.get(text.toLowerCase()) ?? text;

/** Keeps an empty item, which the schema rejects. */
export const asList: Read = (text) => text.split(',').map((item) => item.trim());

/** `writes,orders` allows these and nothing else; `none` allows nothing. */
export const asPermissions: Read = (text) => {
  const nothing = { writes: false, orders: false, desync: false };
  if (text.trim() === 'none') return nothing;
  if (text.trim() === '') return text;
  return { ...nothing, ...Object.fromEntries(text.split(',').map((item) => [item.trim(), true])) };
};
