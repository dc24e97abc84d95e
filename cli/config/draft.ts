import { resolve } from 'node:path';
import { see } from '../engine.ts';
import type { Problem } from './config-error.ts';
import { cutAtHash } from './damage.ts';
import type { HarnessConfig } from './file-config.ts';
import { foundAt } from './found.ts';
import { type Layer, merged, type Tree, valueAt } from './layer.ts';
import { keyText, sound } from './schema-problems.ts';

type Plain = HarnessConfig & {
  readonly run?: { readonly timeoutMs?: number; readonly deadlineS?: number };
};

export class Draft {
  readonly values: Plain;
  readonly problems: Problem[];
  readonly #layers: readonly Layer[];

  constructor(layers: readonly Layer[]) {
    const checked = layers.map(sound);
    this.#layers = layers;
    this.problems = checked.flatMap(({ problems }) => problems);
    this.values = merged(checked.map(({ layer }) => layer.values)) as Plain;
  }

  given(key: string): boolean {
    return this.#layerOf(key) !== undefined;
  }

  sourceOf(key: string): string {
    return this.#layerOf(key)?.sourceOf(key) ?? (this.#emptied(key).join(', ') || 'not set');
  }

  /** Whether this source's value ends directly before a `#` in `.env`. */
  isCut(source: string): boolean {
    return this.#layers.some(({ cut }) => cut?.has(source));
  }

  /** A path from a file is relative to that file, any other to the working directory. */
  pathOf(key: string, path: string): string {
    return resolve(this.#layerOf(key)?.folder ?? '.', path);
  }

  /** Without `found`, shows the key's value, or only its size if it may be secret. */
  report(key: string, accepted: string, cure: string, found?: string): void {
    const shown = found ?? foundAt(key.split('.'), valueAt(this.values as Tree, key.split('.')));
    this.problems.push({ key, source: this.sourceOf(key), found: shown, accepted, cure });
  }

  refuse(path: readonly string[], found: string, accepted: string, cure: string): void {
    this.problems.push({
      key: keyText(path),
      source: this.sourceOf(path.slice(0, 2).join('.')),
      found,
      accepted,
      cure,
    });
  }

  need(key: string, accepted: string, cure: string): void {
    if (!this.given(key)) this.lack(key, accepted, cure);
  }

  /**
   * Reports a key or branch that no source sets. CI systems set a missing secret to an empty
   * string.
   */
  lack(key: string, accepted: string, cure: string): void {
    const emptied = this.#emptied(key);
    const [found, toDo] = emptied.some((source) => this.isCut(source))
      ? ['an empty string that ends before a #', cutAtHash.cure]
      : ['an empty string', cure];
    if (emptied.length === 0) this.report(key, accepted, cure, 'nothing');
    else this.report(key, accepted, `${toDo} ${see('credentials')}`, found);
  }

  #emptied(key: string) {
    const all = this.#layers.flatMap(({ empty }) => [...(empty ?? [])]);
    return all.flatMap(([name, source]) =>
      name === key || name.startsWith(`${key}.`) ? [source] : [],
    );
  }

  #layerOf(key: string) {
    const path = key.split('.');
    // A branch of the wrong type, such as a string for `clients`, sets each of its keys.
    return this.#layers.find(({ values }) =>
      path.some((_, at) => {
        const value = valueAt(values, path.slice(0, at + 1));
        return (
          value !== undefined &&
          (at === path.length - 1 || typeof value !== 'object' || value === null)
        );
      }),
    );
  }
}
