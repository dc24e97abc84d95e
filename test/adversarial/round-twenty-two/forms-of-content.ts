import type { NamedForm } from './forms-of-answers.ts';
import type { Bag } from './types.ts';

const inDigits = (zero: number) => (text: string) => text.replace(/\d/g, (d) => String.fromCodePoint(zero + Number(d)));
const digits = (id: string, script: string, zero: number): NamedForm => ({
  id,
  title: `Amounts and weights are in ${script} digits.`,
  form: {
    money: (amount) => inDigits(zero)(`€ ${amount.toFixed(2)}`),
    percent: (share) => inDigits(zero)(`${share.toFixed(1)} %`),
  },
});
const amounts = (id: string, title: string, money: (amount: number) => string): NamedForm => ({
  id,
  title,
  form: { money },
});
const badger = (own: Bag) => Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { $: value }]));

/** Content, shapes that are not shown, and data that live. */
export const formsOfContent: readonly NamedForm[] = [
  {
    id: 'cash-follows-the-badger',
    title: 'Cash is XML in JSON by a convention in which each text is the member $.',
    form: { cash: (own) => ({ cash: { '@xmlns': { $: 'urn:invest:cash' }, ...badger(own) } }) },
  },
  {
    id: 'portfolios-in-header-and-body',
    title: 'Portfolios stand in an envelope with header and body.',
    form: { portfolios: (own) => ({ Envelope: { Header: { To: 'anonymous' }, Body: { PortfoliosResponse: own } } }) },
  },
  {
    id: 'insights-name-their-schema-types',
    title: 'Analyst insights name the type of each value beside it.',
    form: { insights: (own) => ({ $type: 'Insights, V2', $values: [own, { $ref: '1' }] }) },
  },
  {
    id: 'portfolios-are-a-claim-ticket',
    title: 'Portfolios are a ticket with which nothing is to be had here.',
    form: { portfolios: (own) => ({ ticket: `claim:${own['owner']}`, expires: null }) },
  },
  {
    id: 'cash-is-a-document-of-segments',
    title: 'Cash is a list of numbered segments with a control record.',
    form: { cash: (own) => [{ EDI_DC40: { MESTYP: 'FINSTA' } }, { SEGNUM: '000001', ...own }] },
  },
  {
    id: 'insights-are-an-interchange',
    title: 'Analyst insights are one text, an interchange of EDIFACT.',
    form: { insights: (own) => `UNA:+.? 'UNB+UNOC:3+BUS+X'FTX+AAI+++${String(own['owner'])}'UNZ+1'` },
  },
  {
    id: 'order-answered-with-its-itinerary',
    title: 'An order is answered with 202 and the steps that it will take.',
    form: { order: () => ({ status: 202, body: ['validate', 'enrich', { route: 'street' }] }) },
  },
  {
    id: 'update-answered-with-an-interchange',
    title: 'An address update is answered with a text of EDIFACT.',
    form: { update: () => ({ status: 200, body: "UNH+1+CONTRL:D:3'UCI+1+OK'" }) },
  },
  {
    id: 'cash-cuts-over-once',
    title: 'After its twentieth reading cash comes from the new back end, whose members have other names.',
    form: { cash: (own, n) => (n <= 20 ? own : { accountHolder: own['owner'], funds: { eur: own['balance'] } }) },
  },
  {
    id: 'portfolios-of-two-editions-in-turn',
    title: 'Portfolios come in two editions of the canonical model in turn.',
    form: { portfolios: (own, n) => (n % 2 ? own : { edition: 2, party: own['owner'], items: own['positions'] }) },
  },
  {
    id: 'guides-have-names-in-namespaces',
    title: 'Guides carry members that are attributes and qualified names.',
    form: { guide: (own) => ({ '@xmlns:xsi': 'urn:x', 'xsi:type': 'Guide', '#text': '', ...own }) },
  },
  {
    id: 'keys-are-expanded-names',
    title: 'Keys of guides are names with their namespace in braces.',
    form: { guide: (own) => ({ ...own, key: `{urn:invest:learn}${own['key']}` }) },
  },
  {
    id: 'slugs-are-object-identifiers',
    title: 'Slugs are object identifiers.',
    form: { guide: (own, i) => ({ ...own, slug: `1.2.840.${i}` }) },
  },
  {
    id: 'images-are-parts-of-a-message',
    title: 'Images of guides have addresses of the scheme cid.',
    form: { guide: (own, i) => ({ ...own, guideIconURL: `cid:icon.${i}@bus.example`, webCoverImageURL: null }) },
  },
  {
    id: 'descriptions-hold-marked-sections',
    title: 'Descriptions of guides hold CDATA sections as text.',
    form: { guide: (own) => ({ ...own, description: `<![CDATA[${own['description']}]]>` }) },
  },
  {
    id: 'full-guide-is-a-mixed-content',
    title: 'A full guide is a list of texts and elements.',
    form: { fullGuide: (own) => ({ content: ['Read ', { em: own['title'] }, ' (', { ref: own['id'] }, ')'] }) },
  },
  amounts('amounts-are-segments', 'Amounts are segments of EDIFACT.', (n) => `MOA+66:${n.toFixed(2)}:EUR'`),
  amounts('amounts-in-cedis', 'The sign of the currency is that of the cedi.', (n) => `₵${n.toFixed(2)}`),
  digits('tai-tham-digits', 'Tai Tham', 0x1a80),
  digits('brahmi-digits', 'Brahmi', 0x11066),
  digits('khudawadi-digits', 'Khudawadi', 0x112f0),
  digits('takri-digits', 'Takri', 0x116c0),
  digits('new-tai-lue-digits', 'New Tai Lue', 0x19d0),
  {
    id: 'weights-name-a-qualifier',
    title: 'Weights are qualified: the per cent sign stands between words.',
    form: { percent: (share) => `PCD+12:${share.toFixed(2)}:% of total` },
  },
  {
    id: 'chart-labels-are-segments',
    title: 'Chart labels are segments with escapes.',
    form: { day: (own, i) => ({ ...own, chartLabel: `DTM+137:2026010${i}:102?'\n` }) },
  },
  {
    id: 'days-carry-their-origin',
    title: 'Days carry the system and message that they come from.',
    form: { day: (own) => ({ origin: { system: 'LEDGER-B', message: null }, ...own }) },
  },
  {
    id: 'labels-are-codes-of-a-list',
    title: 'Sentiment labels are codes with the address of their list.',
    form: { label: 'urn:invest:codelist:mood#07' },
  },
  {
    id: 'groups-name-their-topics',
    title: 'Groups and notifications name the topics to which they subscribe.',
    form: {
      group: (own) => ({ topic: 'invest/+/#', ...own }),
      notification: (own) => ({ ...own, topic: `q.${own['id']}`, acknowledged: 'auto' }),
    },
  },
  {
    id: 'category-without-notifications',
    title: 'Each channel has a further category without notifications.',
    form: { furtherGroups: [{ category: 'Q.RESERVED', notifications: [] }] },
  },
];
