/** A message that ends with `see(section)` is quoted in a row of that section. */
export const sections = [
  'urls',
  'proxy',
  'certificates',
  'credentials',
  'test-user',
  'bans',
  'time',
  'ended-early',
  'folders',
  'files',
] as const;
export type Section = (typeof sections)[number];

export const see = (section: Section) => `See docs/troubleshooting.md#${section}.`;
