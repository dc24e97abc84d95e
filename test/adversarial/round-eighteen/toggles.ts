import { codeDefects } from './defects-of-codes.ts';
import { dataDefects } from './defects-of-data.ts';
import { recordDefects } from './defects-of-records.ts';
import { signOnDefects } from './defects-of-sign-on.ts';
import type { Toggle } from './exits.ts';
import { dataVariations } from './variations-of-data.ts';
import { formVariations } from './variations-of-form.ts';
import { siteVariations } from './variations-of-site.ts';

export const allDefects = [...signOnDefects, ...codeDefects, ...recordDefects, ...dataDefects];
export const allVariations = [...siteVariations, ...formVariations, ...dataVariations];

export const toggleOf = (id: string | undefined): Toggle => {
  if (id === undefined) return {};
  const found = [...allDefects, ...allVariations].find((one) => one.id === id);
  if (!found) throw new Error(`There is no toggle ${id}.`);
  return found.toggle;
};
