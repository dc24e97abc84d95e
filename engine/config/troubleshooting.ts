/**
 * The sections of docs/troubleshooting.md: what surrounds a run and can mislead it. A message that
 * names such a cause ends with `see(section)`. Its words as printed are a row of the section.
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

/**
 * The last sentence of a message that names a root cause: where docs/troubleshooting.md explains
 * it.
 */
export function see(section: Section): string {
  return `See docs/troubleshooting.md#${section}.`;
}
