import { type DefectId, defects } from './defects.ts';
import { type VariationId, variations } from './variations.ts';

export type ToggleId = DefectId | VariationId;
export type On = (id: ToggleId) => boolean;

/** Makes the question whether a toggle is on, for at most one that is. */
export function readToggle(toggle?: string): On {
  if (toggle !== undefined && ![...defects, ...variations].some(({ id }) => id === toggle))
    throw new Error(`no such toggle: ${toggle}`);
  return (id) => id === toggle;
}
