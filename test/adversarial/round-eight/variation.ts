export interface Variation {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

export const variation = (id: string, title: string, why: string): Variation => ({ id, title, why });
