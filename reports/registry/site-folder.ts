import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kind } from './index-for-machines.ts';
import type { SiteFile } from './site-files.ts';

/** What a folder holds: nothing, a site of ours with its folders, or what is not ours to replace. */
export type Occupant =
  | { readonly is: 'nothing' }
  | { readonly is: 'registry'; readonly folders: readonly string[] }
  | { readonly is: 'other' };

/** A site in the making: nobody sees it before it is published. */
export interface StagedSite {
  write(file: SiteFile): Promise<void>;
  /** What lies where a part of the site has to go, and was not made by a registry. */
  obstacle(): Promise<string | undefined>;
  /** Takes the place of the site that is there. Whatever else lies in the folder stays. */
  publish(): Promise<void>;
  /** Removes every trace of it. */
  discard(): Promise<void>;
}

/** Beginning of the folder in which a site is made, in that of the site: only there is moving it surely possible. */
const staging = '.m2m-registry-';

/** Looks what a folder holds; rejects where it is no folder or cannot be read. */
export async function occupantOf(site: string): Promise<Occupant> {
  const entries = await readdir(site).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // What a command left that was killed counts for nothing.
  if (entries.every((name) => name.startsWith(staging))) return { is: 'nothing' };
  const index = await readFile(join(site, 'index.json'), 'utf8').catch(() => '');
  const folders = foldersOf(index);
  return folders ? { is: 'registry', folders } : { is: 'other' };
}

/** Of a file that anybody may have changed: a name that leads elsewhere is none. */
function foldersOf(index: string): readonly string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(index);
  } catch {
    return undefined;
  }
  const { kind: is, implementations } = (value ?? {}) as { kind?: unknown; implementations?: unknown };
  if (is !== kind || !Array.isArray(implementations)) return undefined;
  return implementations
    .map((one: { folder?: unknown } | null) => one?.folder)
    .filter((folder) => typeof folder === 'string')
    .filter((folder) => /^[a-z0-9-]+$/.test(folder));
}

/** Begins a site in a folder that holds nothing, or a site. */
export async function stageSite(
  site: string,
  occupant: Exclude<Occupant, { readonly is: 'other' }>,
): Promise<StagedSite> {
  const created = await mkdir(site, { recursive: true });
  const stage = await mkdtemp(join(site, staging));
  const old = new Set(occupant.is === 'registry' ? [...occupant.folders, 'index.html', 'index.json'] : []);
  return {
    async write({ path, text }) {
      const file = join(stage, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    async obstacle() {
      const fresh = new Set(await readdir(stage));
      return (await readdir(site)).find((name) => fresh.has(name) && !old.has(name));
    },
    async publish() {
      for (const folder of occupant.is === 'registry' ? occupant.folders : [])
        await rm(join(site, folder), { recursive: true, force: true });
      // First the list of what is ours: whenever this is cut off, the next site knows what it may remove.
      for (const name of (await readdir(stage)).sort((left, right) => rank(left) - rank(right))) {
        await rename(join(stage, name), join(site, name));
      }
      for (const name of await readdir(site)) {
        if (name.startsWith(staging)) await rm(join(site, name), { recursive: true, force: true });
      }
    },
    async discard() {
      await rm(created ?? stage, { recursive: true, force: true });
    },
  };
}

function rank(name: string): number {
  return name === 'index.json' ? 0 : 1;
}
