/**
 * The sections of docs/troubleshooting.md, about what surrounds a run and can mislead it. A row of
 * the section quotes each message that ends with `see(section)`.
 */
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

export function see(section: Section): string {
  return `See docs/troubleshooting.md#${section}.`;
}
