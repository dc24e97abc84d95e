import type { Row, Site, User, Visit } from './site.ts';

export interface Post {
  readonly id: string;
  readonly name: string;
  readonly status: 'publish' | 'draft' | 'revision';
  readonly chapters: number;
  readonly cover: boolean;
  readonly en: readonly [string, string];
  readonly de: readonly [string, string];
}

/** In the order of the menu, which the editors configure. */
export const posts: readonly Post[] = [
  {
    id: '20240517a3c94e1f08b7d652',
    name: 'first-steps',
    status: 'publish',
    chapters: 5,
    cover: true,
    en: ['First steps', 'How to begin with small amounts.'],
    de: ['Erste Schritte', 'Wie man mit kleinen Beträgen beginnt.'],
  },
  {
    id: '0e4620970254128905097413',
    name: 'what-is-a-fund',
    status: 'publish',
    chapters: 3,
    cover: false,
    en: ['What is a fund?', 'Baskets of shares, and what they cost.'],
    de: ['Was ist ein Fonds?', 'Körbe von Aktien, und was sie kosten.'],
  },
  {
    id: '0e8304829347195720195729',
    name: 'risk-and-return',
    status: 'publish',
    chapters: 7,
    cover: true,
    en: ['Risk and return', 'Why the two belong together.'],
    de: ['Risiko und Rendite', 'Warum beide zusammengehören.'],
  },
  {
    id: '5fb2a7cc10de4498b3a6e071',
    name: 'saving-for-later',
    status: 'publish',
    chapters: 4,
    cover: true,
    en: ['Saving for later', 'Pensions and plans of many years.'],
    de: ['Sparen für später', 'Renten und Pläne über viele Jahre.'],
  },
  {
    id: '61c0de9f5512ab03774e8f2d',
    name: 'taxes',
    status: 'draft',
    chapters: 2,
    cover: false,
    en: ['Taxes', 'A draft.'],
    de: ['Steuern', 'Ein Entwurf.'],
  },
  {
    id: '61c0de9f5512ab03774e8f2e',
    name: 'risk-and-return-revision-v1',
    status: 'revision',
    chapters: 6,
    cover: true,
    en: ['Risk and return', 'Why they belong together.'],
    de: ['Risiko und Rendite', 'Warum sie zusammengehören.'],
  },
];

const uploads = 'https://cdn.example.org/wp-content/uploads';

export function summaryOf(post: Post, user: User | undefined): Row {
  const [title, description] = post[user?.language ?? 'en'];
  return {
    key: post.name.replaceAll('-', '_'),
    contentType: 'learning_guide',
    id: post.id,
    title,
    description,
    backgroundColor: '#e6f2ff',
    guideIconURL: `${uploads}/${post.name}-64x64.png`,
    mobileCoverImageURL: `${uploads}/${post.name}-640x480.jpg`,
    webCoverImageURL: post.cover ? `${uploads}/${post.name}.jpg` : null,
    slug: post.name,
    chapterCount: post.chapters,
  };
}

export function listGuides(site: Site, visit: Visit): Row[] {
  const found = site.apply(
    'posts',
    posts.filter((post) => post.status === 'publish'),
    visit,
  );
  return site.apply(
    'guides',
    found.map((post) => summaryOf(post, visit.user)),
    visit,
  );
}

export function fullGuide(site: Site, visit: Visit): Row | undefined {
  const exact = posts.find((post) => post.id === visit.id && post.status === 'publish');
  const post = site.apply('post', exact, visit);
  if (!post) return undefined;
  const chapters = Array.from({ length: post.chapters }, (_, index) => ({ title: `${index + 1}`, blocks: [] }));
  return { ...summaryOf(post, visit.user), chapters };
}
