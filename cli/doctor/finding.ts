export interface Line {
  readonly sign: 'good' | 'note' | 'bad' | 'skipped';
  readonly what: string;
  readonly detail: string;
}

export interface Chapter {
  readonly title: string;
  readonly lines: readonly Line[];
}

export const good = (what: string, detail: string): Line => ({ sign: 'good', what, detail });
export const note = (what: string, detail: string): Line => ({ sign: 'note', what, detail });
export const bad = (what: string, detail: string): Line => ({ sign: 'bad', what, detail });
export const skipped = (what: string, detail: string): Line => ({ sign: 'skipped', what, detail });
