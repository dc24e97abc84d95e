export function requirementHref(id: string): string {
  return `#${encodeURI(id)}`;
}

/** The filter of the page, as the fragment of its URL states it. */
export interface Filter {
  readonly outcome?: string;
  readonly level?: string;
  readonly area?: string;
  readonly group?: string;
  readonly endpoint?: string;
}

/** Returns the URL fragment that filters the page. It needs the page's script. */
export function filterHash(filter: Filter): string {
  return `#?${new URLSearchParams({ ...filter }).toString()}`;
}
