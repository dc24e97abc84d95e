import type { Fault } from './fault.ts';
import { type Post, posts } from './posts.ts';
import type { Answer, Row, Site } from './site.ts';

const guides = (change: (list: Row[]) => Row[]) => (site: Site) => site.add<Row[]>('guides', change);

/** A text cut after so many bytes, which the encoder of JSON makes null where it breaks a letter. */
function excerpt(text: string, bytes: number): string | null {
  const cut = Buffer.from(text).subarray(0, bytes);
  return cut.toString().includes('\ufffd') ? null : cut.toString();
}

const looksNumeric = (id: string) => /^\d+(e\d+)?$/.test(id);

export const guideFaults: readonly Fault[] = [
  {
    id: 'times-sign-in-an-address',
    title: 'The typographer of texts runs over addresses of images, where 640x480 becomes 640×480.',
    breaks: 'guides/schema',
    plugin: guides((list) =>
      list.map((guide) => ({
        ...guide,
        mobileCoverImageURL: String(guide['mobileCoverImageURL']).replaceAll(/(\d)x(\d)/g, '$1×$2'),
      })),
    ),
  },
  {
    id: 'last-title-is-rendered',
    title:
      'The last guide comes from the controller of the editor, in which a title is an object with raw and rendered.',
    breaks: 'guides/schema',
    plugin: guides((list) =>
      list.map((guide, index) =>
        index < list.length - 1 ? guide : { ...guide, title: { raw: guide['title'], rendered: guide['title'] } },
      ),
    ),
  },
  {
    id: 'excerpt-breaks-a-letter',
    title: 'Descriptions are cut after 25 bytes, and the encoder makes null of the one whose umlaut is cut in two.',
    breaks: 'guides/schema',
    plugin: guides((list) =>
      list.map((guide) => ({ ...guide, description: excerpt(String(guide['description']), 25) })),
    ),
  },
  {
    id: 'sticky-post-is-prepended',
    title: 'The sticky guide is put in front of the listing and stays in its place as well.',
    breaks: 'guides/unique-ids',
    plugin: guides((list) => [...list.slice(2, 3), ...list]),
  },
  {
    id: 'kept-ids-are-queried-without-their-order',
    title:
      'A transient keeps the ids of the listing, and two of three times the guides are queried by them, in the order of the table.',
    breaks: 'guides/order-stable',
    also: ['guides/localised-ids'],
    plugin: (site) =>
      site.add<Row[]>('guides', (list) => {
        const turn = ((site.cache.get('listings') as number | undefined) ?? 0) + 1;
        site.cache.set('listings', turn);
        if (turn % 3 === 1) return list;
        return [...list].sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
      }),
  },
  {
    id: 'page-cache-varies-by-cookie',
    title:
      'The drop-in for pages states its own Vary, Accept-Encoding and Cookie, which is all that it ever told apart.',
    breaks: 'guides/vary',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        if (visit.route === 'guides' && answer.status === 200) answer.headers['vary'] = 'Accept-Encoding, Cookie';
        return answer;
      }),
  },
  {
    id: 'constant-stays-defined',
    title:
      'Private answers define the constant that forbids caching, and in a worker it is still there for the next listing: no-store.',
    breaks: 'guides/cache-control-lifetime',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        if (answer.status !== 200) return answer;
        if (visit.route === 'settings' || visit.route === 'summaries') site.cache.set('DONOTCACHEPAGE', true);
        if (visit.route === 'guides' && site.cache.delete('DONOTCACHEPAGE')) {
          answer.headers['cache-control'] = 'no-store';
        }
        return answer;
      }),
  },
  {
    id: 'unknown-query-shows-drafts',
    title: 'A listing with any query variable is taken for a preview, which shows drafts too.',
    breaks: 'robustness/unexpected-query',
    plugin: (site) =>
      site.add<readonly Post[]>('posts', (found, visit) =>
        visit.query.size > 0 ? posts.filter((post) => post.status !== 'revision') : found,
      ),
  },
  {
    id: 'guide-ids-equal-as-numbers',
    title:
      'Ids are compared loosely, and two that look like numbers with an exponent are both zero: one guide for two ids.',
    breaks: 'guide/fetch',
    plugin: (site) =>
      site.add<Post | undefined>('post', (post, visit) => {
        if (!looksNumeric(visit.id)) return post;
        return posts.find(({ id }) => looksNumeric(id) && Number(id) === Number(visit.id));
      }),
  },
  {
    id: 'revision-is-listed',
    title:
      'The listing asks for posts of any status that is not a draft, and a revision is one, which nobody can fetch.',
    breaks: 'guide/fetch',
    plugin: (site) => site.add<readonly Post[]>('posts', () => posts.filter((post) => post.status !== 'draft')),
  },
];
