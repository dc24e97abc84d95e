/** The place of a requirement on the page. */
export function requirementHref(id: string): string {
  return `#${encodeURI(id)}`;
}

/** What the page can be filtered by, as it stands behind the `#` of its address. */
export interface Filter {
  readonly outcome?: string;
  readonly level?: string;
  readonly area?: string;
  readonly group?: string;
  readonly endpoint?: string;
}

/** The hash that filters the page; it takes the page's script. */
export function filterHash(filter: Filter): string {
  return `#?${new URLSearchParams({ ...filter }).toString()}`;
}
