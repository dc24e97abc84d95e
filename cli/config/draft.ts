import { resolve } from 'node:path';
import { see } from '../engine.ts';
import type { Problem } from './config-error.ts';
import { cutAtHash } from './damage.ts';
import type { HarnessConfig } from './file-config.ts';
import { type Layer, merged, valueAt } from './layer.ts';
import { keyText, lacked, sound } from './schema-problems.ts';
import { optionName, settings } from './settings.ts';

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

  /** A place inside a value of `profile` is a path: its first two steps are the key. */
  refuse(place: string | readonly string[], found: string, accepted: string, cure: string): void {
    const [key, name] =
      typeof place === 'string' ? [place, place] : [place.slice(0, 2).join('.'), keyText(place)];
    this.problems.push({ key: name, source: this.sourceOf(key), found, accepted, cure });
  }

  /**
   * Reports a key or branch that no source sets. CI systems set a missing secret to an empty
   * string. `otherwise` is another cure, such as `or leave the id out`.
   */
  need(key: string, otherwise?: string): void {
    if (this.given(key)) return;
    const { accepted, cure } = lacked(key.split('.'));
    const names = settings.flatMap(({ key: own, option, variable }) =>
      isWithin(own, key)
        ? [[option && optionName(option), variable].filter(Boolean).join(' or ')]
        : [],
    );
    const set = [names.join(' and ') || 'it', otherwise].filter(Boolean).join(', ');
    const toDo = `${cure.replace(/\. .*$/, '.')} Set ${set}.`;
    const emptied = this.#emptied(key);
    const isCut = emptied.some((source) => this.isCut(source));
    const found = isCut ? 'an empty string that ends before a #' : 'an empty string';
    if (emptied.length === 0) this.refuse(key, 'nothing', accepted, toDo);
    else
      this.refuse(key, found, accepted, `${isCut ? cutAtHash.cure : toDo} ${see('credentials')}`);
  }

  #emptied(key: string) {
    const all = this.#layers.flatMap(({ empty }) => [...(empty ?? [])]);
    return all.flatMap(([name, source]) => (isWithin(name, key) ? [source] : []));
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

function isWithin(key: string, branch: string) {
  return key === branch || key.startsWith(`${branch}.`);
}
