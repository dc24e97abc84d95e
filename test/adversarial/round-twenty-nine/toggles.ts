import { accessDefects } from './defect-access.ts';
import { contentDefects } from './defect-content.ts';
import { privateDefects } from './defect-private.ts';
import { tokenDefects } from './defect-token.ts';
import { writeDefects } from './defect-write.ts';
import type { Flow } from './flow.ts';
import { dataVariations } from './vary-data.ts';
import { shapeVariations } from './vary-shape.ts';
import { wireVariations } from './vary-wire.ts';

type Patch = (flow: Flow) => void;
export type Patches = Readonly<Record<string, Patch>>;

export const TOGGLES: Patches = {
  ...tokenDefects,
  ...accessDefects,
  ...contentDefects,
  ...privateDefects,
  ...writeDefects,
  ...wireVariations,
  ...shapeVariations,
  ...dataVariations,
};
