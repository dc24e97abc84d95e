import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { On } from '../toggles.ts';
import { guideDescription, guideTitle, type Language } from './texts.ts';
import { makeDocumentId } from './users.ts';

export interface GuideSummary {
  readonly key: string;
  readonly contentType: string;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly backgroundColor?: string;
  readonly guideIconURL?: string;
  readonly mobileCoverImageURL?: string;
  readonly webCoverImageURL?: string | null;
  readonly slug: string;
  readonly chapterCount: number;
}

const pageSize = 10;

/** The learning guides, in the order of the content management system. */
export class GuideCatalogue {
  private readonly on: On;
  private readonly ids: readonly string[];
  private readonly details = new Map<string, object>();
  private readonly listings = new Map<string, GuideSummary[]>();
  private asked = 0;

  constructor(on: On) {
    this.on = on;
    // Editors import guides in batches, so that identifiers made in one second begin alike.
    const batches = ['65a1b2c3', '65a1b2c4', '66f00d01'];
    const length = on('guides-300') ? 300 : on('guides-two') ? 2 : 12;
    this.ids = Array.from({ length }, (_, place) =>
      on('ids-all-digits')
        ? makeDocumentId(on)
        : `${batches[Math.floor(place / 5) % 3]}${randomBytes(8).toString('hex')}`,
    );
  }

  /** The whole listing in one language. */
  async list(language: Language): Promise<{ guides: GuideSummary[]; cached: boolean }> {
    this.asked += 1;
    const key = this.on('guide-cache-key-without-language') ? 'guides' : `guides:${language}`;
    const kept = this.listings.get(key);
    const caches = this.on('guide-cache-key-without-language') || this.on('cached-guides-unwrapped');
    if (kept !== undefined && caches) return { guides: kept, cached: true };
    const guides = await this.load(language);
    this.listings.set(key, guides);
    return { guides, cached: false };
  }

  /** One guide with its chapters. */
  find(id: string, language: Language): object | undefined {
    const cacheKey = id.slice(0, 8);
    const kept = this.details.get(cacheKey);
    if (kept !== undefined && this.on('guide-cache-by-timestamp')) return kept;
    const place = this.ids.indexOf(id);
    if (place < 0) return undefined;
    const summary = this.summarise(place, language);
    const chapters = Array.from({ length: summary.chapterCount }, (_, chapter) => ({
      number: chapter + 1,
      title: `${summary.title} / ${chapter + 1}`,
      body: summary.description,
    }));
    const guide = { ...summary, chapters };
    this.details.set(cacheKey, guide);
    return guide;
  }

  private async load(language: Language): Promise<GuideSummary[]> {
    const places = this.ids.map((_, place) => place);
    if (this.on('order-by-arrival')) {
      const arrived: GuideSummary[] = [];
      await Promise.all(
        places.map(async (place) => {
          await delay(Math.random() * 8);
          arrived.push(this.summarise(place, language));
        }),
      );
      return arrived;
    }
    const guides: GuideSummary[] = [];
    for (let start = 0; start < places.length; start += pageSize) {
      const from = this.on('page-boundary-twice') ? Math.max(0, start - 1) : start;
      guides.push(...places.slice(from, start + pageSize).map((place) => this.summarise(place, language)));
    }
    return this.on('sorted-by-title') ? guides.sort((a, b) => a.title.localeCompare(b.title, language)) : guides;
  }

  private summarise(place: number, language: Language): GuideSummary {
    const id = this.ids[place] as string;
    const last = place === this.ids.length - 1;
    const edited = this.on('edited-once') && this.asked > 20 && place === 1;
    const names = {
      key: `guide-${place + 1}`,
      contentType: 'learning_guide',
      id,
      title: guideTitle(place, language) + (edited ? ' (2)' : ''),
      description: guideDescription(place, language),
      slug: `learning-guide-${place + 1}`,
      chapterCount: 3 + (place % 5),
    };
    if (this.on('optional-members-absent')) return names;
    return {
      ...names,
      backgroundColor: `#${(0x4060a0 + place * 7).toString(16)}`,
      guideIconURL: `https://cdn.example.com/icons/${place + 1}.svg`,
      mobileCoverImageURL: `https://cdn.example.com/mobile/${place + 1}.png`,
      webCoverImageURL: this.webCover(place, last),
    };
  }

  private webCover(place: number, last: boolean): string | null {
    if (last && this.on('last-guide-empty-cover')) return '';
    return place % 3 === 2 ? null : `https://cdn.example.com/web/${place + 1}.png`;
  }
}
