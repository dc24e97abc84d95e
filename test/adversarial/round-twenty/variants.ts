import type { Knobs } from './knobs.ts';
import { variantsOfFields } from './variants-fields.ts';
import { variantsOfStatus } from './variants-status.ts';
import { variantsOfTexts } from './variants-texts.ts';

/** What a variation turns. A defect turns nothing. */
export const knobsOf = (id: string): Partial<Knobs> =>
  ({ ...variantsOfStatus, ...variantsOfFields, ...variantsOfTexts })[id] ?? {};
