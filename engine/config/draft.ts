import { resolve } from 'node:path';
import type { Problem } from './config-error.ts';
import type { HarnessConfig } from './file-config.ts';
import { foundAt } from './found.ts';
import { type Layer, merged, type Tree, valueAt } from './layer.ts';
import { keyText, sound } from './schema-problems.ts';

/** A configuration whose durations are plain numbers. */
type Plain = HarnessConfig & { readonly run?: { readonly timeoutMs?: number; readonly deadlineS?: number } };

/** The layers merged, of sound types, while what contradicts itself is still being collected. */
export class Draft {
  /** Values that broke the schema are left out: they are reported already. */
  readonly values: Plain;
  readonly problems: Problem[];
  readonly #layers: readonly Layer[];

  /** `layers` in order of precedence. */
  constructor(layers: readonly Layer[]) {
    const checked = layers.map(sound);
    this.#layers = layers;
    this.problems = checked.flatMap(({ problems }) => problems);
    this.values = merged(checked.map(({ layer }) => layer.values)) as Plain;
  }

  /** Whether some source sets the key, rightly or wrongly. */
  given(key: string): boolean {
    return this.#layerOf(key) !== undefined;
  }

  /** What set the key, for people. */
  sourceOf(key: string): string {
    return this.#layerOf(key)?.sourceOf(key) ?? 'not set';
  }

  /** The path of a file or folder, made absolute: in a file relative to that file, else to the working directory. */
  pathOf(key: string, path: string): string {
    return resolve(this.#layerOf(key)?.folder ?? '.', path);
  }

  /** `found` absent: the value of the key as far as it may be shown. */
  report(key: string, accepted: string, cure: string, found?: string): void {
    const shown = found ?? foundAt(key.split('.'), valueAt(this.values as Tree, key.split('.')));
    this.problems.push({ key, source: this.sourceOf(key), found: shown, accepted, cure });
  }

  /** Reports a place inside a key of the profile, such as `['profile', 'endpoints', '0', 'path']`. */
  refuse(path: readonly string[], found: string, accepted: string, cure: string): void {
    this.problems.push({
      key: keyText(path),
      source: this.sourceOf(path.slice(0, 2).join('.')),
      found,
      accepted,
      cure,
    });
  }

  /** Reports a key that has to be set where it is not. */
  need(key: string, accepted: string, cure: string): void {
    if (!this.given(key)) this.report(key, accepted, cure, 'nothing');
  }

  #layerOf(key: string): Layer | undefined {
    const path = key.split('.');
    // A branch of the wrong type, such as a text for `clients`, counts as an attempt at each of its keys.
    return this.#layers.find(({ values }) =>
      path.some((_, at) => {
        const value = valueAt(values, path.slice(0, at + 1));
        return value !== undefined && (at === path.length - 1 || typeof value !== 'object' || value === null);
      }),
    );
  }
}
