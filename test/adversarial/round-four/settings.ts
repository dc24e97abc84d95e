import { randomUUID } from 'node:crypto';
import type { Handler } from 'hono';
import type { Env } from './guards.ts';
import type { World } from './world.ts';

type Tongue = 'pt' | 'hi' | 'en';
type Text = Readonly<Record<Tongue, string>>;
interface Row {
  readonly channel: 'app' | 'email';
  readonly category: Text;
  readonly id: string;
  readonly name: Text;
}

const activity = { pt: 'Atividade', hi: 'गतिविधि', en: 'Activity' };
const market = { pt: 'Visão de mercado', hi: 'बाज़ार की जानकारी', en: 'Market insights' };
const offers = { pt: 'Ofertas', hi: 'प्रस्ताव', en: 'Offers' };
const letters = { pt: 'Boletins', hi: 'समाचार पत्र', en: 'Newsletters' };

const row = (channel: Row['channel'], category: Text, id: string, pt: string, hi: string, en: string): Row => ({
  channel,
  category,
  id,
  name: { pt, hi, en },
});
const rows: readonly Row[] = [
  row('app', activity, 'app_transactional', 'Movimentações', 'लेन-देन', 'Transactions'),
  row('app', market, 'app_learning_guide', 'Guias novos', 'नई मार्गदर्शिकाएँ', 'New guides'),
  row('app', market, 'app_analyst_insight', 'Análises', 'विश्लेषण', 'Analyst insights'),
  row('app', market, 'app_quick_take', 'Resumo rápido', 'झटपट राय', 'Quick takes'),
  row('app', market, 'app_daily_recap', 'Fechamento do dia', 'दिन का सार', 'Daily recap'),
  row('app', market, 'app_weekly_review', 'Revisão da semana', 'सप्ताह की समीक्षा', 'Weekly review'),
  row('app', offers, 'app_promotional', 'Promoções', 'ऑफ़र', 'Promotions'),
  row('email', activity, 'email_transactional', 'Movimentações', 'लेन-देन', 'Transactions'),
  row('email', letters, 'email_servicebites', 'Pílulas do serviço', 'सेवा के अंश', 'Service bites'),
  row('email', offers, 'email_promotional', 'Promoções', 'ऑफ़र', 'Promotions'),
];
const lead: Text = { pt: 'Avisar sobre', hi: 'सूचना दें', en: 'Tell me about' };

interface Group {
  category: string;
  notifications: { id: string; name: string; description: string; active: boolean }[];
}

function groupRows(world: World, tongue: Tongue, silenced: readonly string[]): Record<'app' | 'email', Group[]> {
  const { on } = world;
  const grouped = { app: [] as Group[], email: [] as Group[] };
  const groups = new Map<string, Group>();
  for (const { channel, category, id, name } of rows) {
    const key = on('groups-found-by-category-alone') ? category.en : `${channel} ${category.en}`;
    const group = groups.get(key) ?? { category: category[tongue], notifications: [] };
    groups.set(key, group);
    if (!grouped[channel].includes(group)) grouped[channel].push(group);
    const notification = {
      id,
      name: name[tongue],
      description: `${lead[tongue]}: ${name[tongue]}`,
      active: !silenced.includes(id),
    };
    group.notifications.push(notification);
  }
  const further = (id: string) => ({ id, name: lead[tongue], description: '', active: true });
  if (on('each-survey-has-a-fresh-id')) grouped.app.at(-1)?.notifications.push(further(`app_survey_${randomUUID()}`));
  if (on('two-categories-of-one-name'))
    grouped.app.push({ category: offers[tongue], notifications: [further('app_partner_offer')] });
  if (on('a-category-without-notifications')) grouped.email.unshift({ category: lead[tongue], notifications: [] });
  if (on('a-new-id-in-both-channels'))
    for (const channel of [grouped.app, grouped.email]) channel[0]?.notifications.unshift(further('security_login'));
  return grouped;
}

/** GET /b2b/notification-settings */
export function showSettings(world: World): Handler<Env> {
  const { on, memory } = world;
  return (c) => {
    const person = c.get('person');
    const exact = !new URL(c.req.url).search;
    const tongue = on('language-known-for-the-exact-address-only') && !exact ? 'en' : person.language;
    const fresh = !memory.has(`settings ${person.id}`);
    memory.set(`settings ${person.id}`, true);
    const status = fresh && on('settings-made-by-the-first-reading') ? 201 : 200;
    const caching = on('shared-lifetime-of-zero') ? 'max-age=10, s-maxage=0' : 'no-store';
    return c.json(groupRows(world, tongue, person.silenced), status, { 'cache-control': caching });
  };
}
