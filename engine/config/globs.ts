/** `*` matches any characters, including `/`. */
export function matchesGlob(glob: string, id: string) {
  const pattern = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(id);
}
