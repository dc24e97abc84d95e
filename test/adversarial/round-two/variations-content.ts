import { variation } from './entry.ts';

export const contentVariations = [
  variation('guides-300', 'the catalogue holds 300 guides', 'no size is prescribed, pagination is not shown'),
  variation(
    'second-without-holdings',
    'the second user holds nothing, so that there are no performers',
    'summaries/schema: three arrays, which may be empty',
  ),
  variation(
    'arabic-digits',
    'the second user reads Egyptian Arabic with Arabic digits',
    'summaries/currency-text, percent-text: a digit (\\p{Nd}), a percent sign of any script',
  ),
  variation(
    'currency-codes',
    'amounts of the first user are in Swiss francs with the code, apostrophes and a true minus',
    'summaries/currency-text: a currency sign or letter',
  ),
  variation(
    'prices-move',
    'prices move with each answer',
    'reading, user/isolation: paths that vary over three answers are masked',
  ),
  variation(
    'guides-edited-once',
    'after the 25th listing a title is corrected and a guide is added',
    'reading, stability: content may change once while a run lasts',
  ),
  variation(
    'notifications-more',
    'there are further notification ids and a further category',
    'notifications/new-ids: further ids and categories are observed',
  ),
  variation(
    'ids-of-digits',
    'ids of users and guides hold no letter',
    'the pattern ^[a-f0-9]{24}$; an uppercased id without letters is the same id',
  ),
  variation(
    'guides-optional-left-out',
    'members of a guide that need not be there are not, the web cover is null',
    'guides/schema: if present',
  ),
  variation(
    'performers-neutral',
    'an asset that did not move has neither upBy nor downBy',
    'summaries/performer-direction: strings where present, never both',
  ),
  variation('address-204', 'an address update is answered 204', 'address/accepted: 2xx, status and body are observed'),
  variation('insights-204', 'there are no insights today', 'insights/ok: 2xx, JSON where there is content'),
  variation(
    'unknown-members-refused',
    'bodies with members that the specification does not name are refused',
    'the specification names the members; what further ones get is not shown',
  ),
  variation(
    'address-lenient',
    'address members may be missing, null or another scalar',
    'address/coercion: observed, which fields are required is not shown',
  ),
] as const;
