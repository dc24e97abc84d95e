import { body, currency, days, digits, form, guide, moods, notifications, performers, texts } from './changes.ts';
import type { Form } from './fault.ts';
import { rows } from './site.ts';

export const contentForms: readonly Form[] = [
  form(
    'guides-embed-their-author',
    'Guides carry _links and _embedded, with an author whose id is a number and whose title is an object.',
    guide(() => ({
      _links: { self: [{ href: 'https://cms.example/wp-json/posts/7' }] },
      _embedded: { author: [{ id: 7, title: { rendered: 'Editor' }, data: null }] },
    })),
  ),
  form(
    'guides-have-a-guid-and-a-password',
    'Guides carry guid, password, ping_status and menu_order as the table of posts has them.',
    guide((_, index) => ({
      guid: { rendered: `https://cms.example/?p=${index}` },
      password: '',
      ping_status: 'closed',
      menu_order: index,
    })),
  ),
  form(
    'guides-have-meta-as-an-empty-list',
    'Guides carry meta, an empty list where there is none and an object where there is one.',
    guide((_, index) => ({
      meta: index % 2 ? [] : { _edit_last: ['3'] },
    })),
  ),
  form(
    'descriptions-hold-shortcodes',
    'Descriptions hold shortcodes that nobody expanded.',
    guide((item) => ({
      description: `[lead]${item['description']}[/lead] [gallery ids="3,5"]`,
    })),
  ),
  form(
    'descriptions-are-blocks',
    'Descriptions are blocks of the editor with comments of HTML around them.',
    guide((item) => ({
      description: `<!-- wp:paragraph {"dropCap":true} -->\n<p>${item['description']}</p>\n<!-- /wp:paragraph -->`,
    })),
  ),
  form(
    'slugs-are-percent-encoded',
    'Slugs are kept percent-encoded in lower case.',
    guide((item) => ({ slug: `%e3%82%ac-${item['slug']}` })),
  ),
  form(
    'slugs-of-the-trash',
    'Slugs end with the suffix of posts that were in the trash once, and a number.',
    guide((item) => ({ slug: `${item['slug']}__trashed-2` })),
  ),
  form(
    'colours-are-presets',
    'Background colours are variables of the theme.',
    guide(() => ({ backgroundColor: 'var(--wp--preset--color--vivid-cyan-blue)' })),
  ),
  form(
    'images-of-a-resizing-proxy',
    'Images are at a proxy whose address holds the address of the original and a crop.',
    guide(() => ({
      mobileCoverImageURL: 'https://i0.wp.example/cms.example/a.png?resize=640%2C480&ssl=1',
    })),
  ),
  form(
    'images-by-attachment-page',
    'Images are at the query of their attachment page, without a path.',
    guide(() => ({
      guideIconURL: 'https://cms.example?attachment_id=12',
      webCoverImageURL: 'https://cms.example?attachment_id=13',
    })),
  ),
  form(
    'texts-hold-staticised-emoji',
    'Titles hold an emoji as an image with its classes.',
    guide((item) => ({
      title: `${item['title']} <img class="emoji" alt="\u{1f4c8}" src="https://s.w.example/1f4c8.svg" />`,
    })),
  ),
  form(
    'content-type-is-a-hierarchy',
    'contentType is the post type with its template and the suffix of the theme.',
    guide(() => ({ contentType: 'learning_guide/single-learning_guide-block.php' })),
  ),
  form(
    'cash-is-a-serialised-value',
    'Cash is one text, a value serialised by the language of the site.',
    body('cash', 'a:1:{s:3:"EUR";d:120.5;}'),
  ),
  form(
    'portfolios-by-numbered-members',
    'Portfolios are an object whose members are numbers that begin at one.',
    body('portfolios', { 1: { asset: 'AAPL' }, 3: { asset: 'IBM' } }),
  ),
  form(
    'insights-are-a-feed',
    'Analyst insights are a feed of RSS within JSON, with namespaces and a text of XML.',
    body('insights', {
      rss: { '@version': '2.0', channel: { 'atom:link': [], item: '<item><title>Market</title></item>' } },
    }),
  ),
  form(
    'update-answers-with-a-nonce',
    'An address update is answered with true, a nonce and fragments of the page.',
    body('update', { success: true, nonce: 'a1b2c3d4e5', fragments: { '#address': '<p></p>' } }),
  ),
  form(
    'orders-answer-with-a-thank-you-page',
    'An order is answered with the address of a page that thanks, and null for the rest.',
    body('orders', { result: 'success', redirect: 'https://cms.example/thanks?key=wc_1', order: null }),
  ),
  form(
    'amounts-in-fullwidth-digits',
    'Amounts and weights are in the fullwidth digits of East Asian type.',
    digits(0xff10),
  ),
  form('amounts-in-nko-digits', 'Amounts and weights are in the digits of N’Ko.', digits(0x07c0)),
  form('amounts-in-cham-digits', 'Amounts and weights are in the digits of Cham.', digits(0xaa50)),
  form('amounts-in-saurashtra-digits', 'Amounts and weights are in the digits of Saurashtra.', digits(0xa8d0)),
  form('amounts-in-kayah-li-digits', 'Amounts and weights are in the digits of Kayah Li.', digits(0xa900)),
  form('amounts-in-hryvnia', 'The sign of the currency is that of the hryvnia.', currency('₴')),
  form('amounts-in-lari', 'The sign of the currency is that of the lari.', currency('₾')),
  form(
    'amounts-in-the-markup-of-the-shop',
    'Amounts are elements of HTML as the shop prints prices, the sign of the currency in an element of its own.',
    texts(
      (text) => `<span class="amount"><bdi><span>${text.slice(0, 1)}</span>${text.slice(1)}</bdi></span>`,
      (text) => text,
    ),
  ),
  form(
    'amounts-with-screen-reader-text',
    'Amounts go on with what a screen reader says of them.',
    texts(
      (text) => `${text} (price in total, taxes included)`,
      (text) => text,
    ),
  ),
  form(
    'weights-in-a-progress-bar',
    'Weights are the style and the text of a progress bar.',
    texts(
      (text) => text,
      (text) => `width:${text};aria-valuenow=${text}`,
    ),
  ),
  form(
    'chart-labels-are-permalinks',
    'Chart labels are links to the archive of the day, with a line break element.',
    days((day) => {
      day['chartLabel'] = `<a href="/2026/11/">${String(day['chartLabel']).replace('\n', '<br />\n')}</a>`;
    }),
  ),
  form(
    'labels-are-keys-of-translations',
    'Labels of sentiment are keys of the translation with their context.',
    moods((mood) => ({ ...mood, label: `mood\u0004${mood['label']}` })),
  ),
  form(
    'scores-count-votes',
    'Scores carry the number of votes, and the widget that shows them, besides.',
    moods((mood) => ({ ...mood, votes: 0, widget: '[stars]' })),
  ),
  form(
    'assets-are-taxonomy-terms',
    'Assets are named by taxonomy and term.',
    performers((asset) => {
      asset['assetId'] = `product_cat:${asset['assetId']}#term-12`;
    }),
  ),
  form(
    'performers-carry-their-sort-key',
    'Performers carry the sort key of the query, a text with leading zeros and a sign.',
    performers((asset) => {
      asset['meta_value'] = '-000012.50';
    }),
  ),
  form(
    'categories-hold-counts',
    'Categories have the number of their notifications in brackets.',
    notifications((group) => {
      group['category'] = `${group['category']} (${rows(group['notifications']).length})`;
    }),
  ),
  form(
    'notifications-have-checkbox-markup',
    'Names of notifications are the label of their checkbox, with its markup.',
    notifications((group) => {
      for (const each of rows(group['notifications']))
        each['name'] = `<label for="${each['id']}">${each['name']}</label>`;
    }),
  ),
  form(
    'notifications-have-a-default-besides',
    'Notifications carry default and autoload, which are yes and no.',
    notifications((group) => {
      for (const each of rows(group['notifications'])) Object.assign(each, { default: 'yes', autoload: 'no' });
    }),
  ),
];
