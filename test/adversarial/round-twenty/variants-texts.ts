import type { Guide } from './data.ts';
import type { Json, Knobs } from './knobs.ts';

const nest = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((inner) => ({ inner }), {});
const each = (change: (guide: Guide, place: number) => Json): Partial<Knobs> => ({
  guides: (guides) => guides.map((guide, place) => ({ ...guide, ...change(guide, place) })),
});

/** Other bodies, of refusals and of successes. */
export const variantsOfTexts: Readonly<Record<string, Partial<Knobs>>> = {
  'messages-are-typed-any': { success: (body) => ({ '@type': 'type.googleapis.com/mesa.edge.v1.Answer', ...body }) },
  'members-by-field-number-besides': { success: (body) => ({ 1: 'legacy', 15: [], ...body, 536870911: null }) },
  'revisions-as-long-texts': { success: (body) => ({ ...body, revision: '18446744073709551615', offset: '-0' }) },
  'answers-nest-two-hundred-levels': { success: (body) => ({ ...body, trace: nest(200) }) },
  'answers-carry-all-flags': {
    success: (body) => ({
      flags: Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`flag-${at}`, at % 2 === 0])),
      ...body,
    }),
  },
  'errors-carry-details-of-a-call': {
    refusal: (error) => ({
      code: 16,
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'X', metadata: {} }],
      ...error,
    }),
  },
  'errors-hold-the-refusals-of-services': {
    refusal: (error) => ({
      ...error,
      causes: [{ status: 200, error: { message: '', description: 7 }, responseId: 'none' }, null],
    }),
  },
  'errors-hold-data-beside': { refusal: (error) => ({ data: null, extensions: { release: 'canary' }, ...error }) },
  'messages-are-numbers-of-a-catalogue': {
    refusal: (error, status) => ({
      ...error,
      error: {
        message:
          (error['error'] as Json)['message'] === 'The user was not found' ? 'The user was not found' : `E-${status}`,
      },
    }),
  },
  'media-type-with-a-profile': {
    mediaType: 'application/json; profile="https://mesa.example/profiles/compact; v=\\"2\\""',
  },
  'media-type-of-an-edge-release': { mediaType: 'application/vnd.mesa.edge.v1.canary-3+json;charset="UTF-8";q=1' },
  'chunks-end-at-commas': { framing: 'words' },
  'titles-differ-in-case-alone': {
    guides: (guides, language) =>
      guides.map((guide) => ({
        ...guide,
        title: language === 'de' ? guide.slug.toUpperCase() : guide.slug,
        description: '-',
      })),
  },
  'one-guide-alone-has-pictures': each((_, place) =>
    place === 4 ? {} : { guideIconURL: undefined, mobileCoverImageURL: undefined, webCoverImageURL: undefined },
  ),
  'chapters-are-told-apart': each((guide) => ({
    chapters: { count: String(guide.chapterCount), id: 'none', title: null },
  })),
};
