import type { App } from './app.ts';
import type { Config } from './core.ts';
import type { Defect, Variation } from './types.ts';

interface Change {
  readonly configure?: (config: Config) => void;
  readonly apply?: (app: App) => void;
}

export type DefectiveChange = Defect & Change;
export type VariedChange = Variation & Change;
