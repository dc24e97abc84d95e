import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kind } from './index-for-machines.ts';
import type { SiteFile } from './site-files.ts';

/**
 * The contents of a folder: nothing, a registry with its folders, or something that must not be
 * replaced.
 */
export type Occupant =
  | { readonly is: 'nothing' }
  | { readonly is: 'registry'; readonly folders: readonly string[] }
  | { readonly is: 'other' };

/** A site that is built in a hidden folder until it is published. */
export interface StagedSite {
  write(file: SiteFile): Promise<void>;
  /** Resolves to a file that no registry wrote and that publishing would overwrite. */
  obstacle(): Promise<string | undefined>;
  /** Other files in the folder stay. */
  publish(): Promise<void>;
  discard(): Promise<void>;
}

/** Inside the site's folder, because a move between file systems can fail. */
const staging = '.m2m-registry-';

/** Rejects if it is not a folder or cannot be read. */
export async function occupantOf(site: string): Promise<Occupant> {
  const entries = await readdir(site).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // A command that was killed may have left its hidden folder.
  if (entries.every((name) => name.startsWith(staging))) return { is: 'nothing' };
  const index = await readFile(join(site, 'index.json'), 'utf8').catch(() => '');
  const folders = foldersOf(index);
  return folders ? { is: 'registry', folders } : { is: 'other' };
}

/** Reads the folders of a registry from its untrusted index, without paths out of the site. */
function foldersOf(index: string) {
  try {
    const { kind: is, implementations } = JSON.parse(index);
    if (is !== kind) return undefined;
    return implementations
      .map((one: { folder?: unknown } | null) => one?.folder)
      .filter((folder: unknown) => typeof folder === 'string' && /^[a-z0-9-]+$/.test(folder));
  } catch {
    return undefined;
  }
}

export async function stageSite(
  site: string,
  occupant: Exclude<Occupant, { readonly is: 'other' }>,
): Promise<StagedSite> {
  const created = await mkdir(site, { recursive: true });
  const stage = await mkdtemp(join(site, staging));
  const old = new Set(
    occupant.is === 'registry' ? [...occupant.folders, 'index.html', 'index.json'] : [],
  );
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
      // Publish index.json first. If this is interrupted, the next command reads there which
      // folders it may remove.
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

const rank = (name: string) => (name === 'index.json' ? 0 : 1);
