import { d } from './defect.ts';
import type { Defect } from './types.ts';

/** Guides, settings, summaries and writes. */
export const defectsOfContent: readonly Defect[] = [
  d(
    'nil-keeps-its-attribute',
    'guides/schema',
    'A web cover that is nil becomes an object with the attribute xsi:nil.',
  ),
  d(
    'resequencer-gives-up',
    'guides/order-stable',
    'Every third time the resequencer gives up waiting, and the second half of the listing comes first.',
  ),
  d(
    'language-of-three-letters-is-beyond-the-list',
    'guides/localised',
    'The catalogue names languages by three letters, ger and not deu, and the mapper falls back on English.',
  ),
  d(
    'former-back-end-has-its-own-lifetime',
    'guides/cache-control-lifetime',
    'Every fifth listing still comes from the old back end, with its fifteen minutes.',
  ),
  d(
    'replay-keeps-the-body-only',
    'guides/cache-control-present',
    'A listing that the same user asks for again within 600 ms is replayed by the idempotent receiver, which keeps bodies alone.',
    ['guides/cache-control-lifetime', 'guides/vary'],
  ),
  d(
    'egress-strips-names-of-the-bus',
    'guides/vary',
    'Names that begin with x- belong to the bus, and the egress strips them from values too: Vary names Accept-Language only.',
  ),
  d(
    'members-clash-with-fields-of-the-message',
    'guides/content-type-member',
    'Members and header fields share one map, and contentType goes out as Content-Type alone.',
  ),
  d(
    'ticket-is-the-length-of-the-body',
    'guide/fetch',
    'Full guides are checked into a store by the length of their body, which two guides share.',
  ),
  d(
    'aggregate-times-out-without-offers',
    'notifications/ids-stable',
    'Every fourth time the aggregate of settings completes without the offers of e-mail.',
    ['notifications/known-ids-complete'],
  ),
  d(
    'further-id-carries-the-message',
    'notifications/ids-stable',
    'A further notification is named by the number of the message that brought it.',
  ),
  d(
    'categories-fall-back-to-one',
    'notifications/grouping',
    'Newsletters and offers of e-mail are no values of the enumeration of categories, and are one group of its fallback.',
  ),
  d(
    'unrouted-notifications-go-to-every-channel',
    'notifications/known-ids',
    'No rule routes app_quick_take, and the default route of the router is every channel.',
  ),
  d(
    'character-references-stay',
    'summaries/currency-text',
    'The second day comes with numeric character references, which the mapper does not resolve: &#8364;12.00.',
  ),
  d(
    'two-versions-of-the-model-meet',
    'summaries/performer-direction',
    'The first loser of the oldest day has upBy from the first version of the model and downBy from the second.',
  ),
  d(
    'slightly-down-falls-back-to-up',
    'summaries/performer-lists',
    'The direction of losers is a value that the enumeration does not know, and its fallback is up: worst has upBy.',
  ),
  d(
    'label-beyond-the-enumeration-is-null',
    'summaries/schema',
    'A label of the third day that the generated enumeration does not know is null.',
  ),
  d(
    'percent-stands-in-an-attribute',
    'summaries/percent-text',
    'The unit of the weight of losers is an attribute, which the mapper does not take along.',
  ),
  d(
    'permit-of-the-scope-outweighs-deny',
    'summaries/forbidden',
    'The policies are combined by permit-overrides: the scope service:nbg permits what the user is denied.',
  ),
  d(
    'updates-are-known-by-their-content',
    'address/overwrites',
    'The idempotent receiver knows updates by their content, and an address that the user had once before is not stored again.',
  ),
  d(
    'writes-are-routed-by-type',
    'address/overwrites',
    'Updates with a number for the postal code are routed to the old back end, and reads go to the new one.',
  ),
  d(
    'refusal-turns-the-switch-back',
    'address/refused-unchanged',
    'A refused body turns the switch of reads back to the old back end, which is one update behind.',
  ),
  d(
    'splitter-takes-a-list-of-updates',
    'address/wrong-shape',
    'A splitter stands in front of the address update: a list with an update in it is accepted.',
  ),
  d(
    'objects-are-mixed-content',
    'address/wrong-type',
    'An object for an address line is mixed content, and its text is taken.',
  ),
  d(
    'country-falls-back-to-unknown',
    'address/country-code',
    'The code list of countries falls back on ZZ: any text for countryCode is accepted.',
  ),
  d(
    'baskets-are-split',
    'orders/wrong-type',
    'A list for the isin is a basket, which is split, and the first order is answered.',
  ),
  d(
    'parameters-choose-the-former-edition',
    'robustness/unexpected-query',
    'The contract of analyst insights with any parameter is that of the former edition, whose answer has other members.',
  ),
];
