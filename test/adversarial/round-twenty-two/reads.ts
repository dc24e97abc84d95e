import { fullGuide, guideList } from './catalogue.ts';
import { refuse } from './faults.ts';
import { settingsOf } from './settings.ts';
import { summariesOf } from './snapshots.ts';
import type { Answer, Bag, Message, Route } from './types.ts';
import type { User, World } from './world.ts';
import { fromXml, toXml } from './xml.ts';

const json = (body: unknown, cacheControl: string): Answer => ({
  status: 200,
  fields: { 'Content-Type': 'application/json', 'Cache-Control': cacheControl },
  body: JSON.stringify(body),
});

export function readGuides(world: World, user: User): Answer {
  const { on, form } = world;
  const former = on('former-back-end-has-its-own-lifetime') && world.count('lifetime') % 5 === 0;
  const answer = json({ data: guideList(world, user.language) }, `public, max-age=${former ? 900 : 1800}`);
  answer.fields['Vary'] = on('egress-strips-names-of-the-bus') ? 'Accept-Language' : form.vary;
  const last = world.seen.get(`listing ${user.id}`) ?? 0;
  world.seen.set(`listing ${user.id}`, Date.now());
  if (on('replay-keeps-the-body-only') && Date.now() - last < 600) {
    delete answer.fields['Cache-Control'];
    delete answer.fields['Vary'];
  }
  return answer;
}

export function readGuide(world: World, message: Message, id: string): Answer {
  const no = (status: number, text: string) => refuse(world, message, { status, text, route: 'guide' });
  if (!/^[0-9a-fA-F]{24}$/.test(id)) return no(world.form.guideMalformed, 'The id of the guide is malformed');
  const guide = fullGuide(world, id);
  return guide === undefined ? no(404, 'No such guide') : json(guide, 'private, no-cache');
}

/** The back office answers on one reply queue, sooner for some than for others. */
function balanceOf(world: World, user: User): Promise<Bag> {
  const record = (owner: string) => {
    const balance = owner.startsWith('a') ? 120.4 : 88.1;
    return fromXml(toXml('cash', { owner, balance, currency: 'EUR' }));
  };
  if (!world.on('replies-are-correlated-by-route')) return Promise.resolve(record(user.id));
  return new Promise((resolve) => {
    world.waiters.push((owner) => resolve(record(owner)));
    setTimeout(() => world.waiters.shift()?.(user.id), user.language === 'en' ? 25 : 4);
  });
}

function holdings(world: World, user: User): Bag {
  if (!world.users.has(user.id)) return { owner: user.id, positions: [] };
  const positions = user.language === 'de' ? ['Bundesanleihe', 'Weltfonds'] : ['Gilt', 'World fund', 'Gold'];
  return { owner: user.id, positions };
}

export async function readPrivate(world: World, message: Message, route: Route, user: User): Promise<Answer> {
  const { on, form } = world;
  const plural = ['portfolios', 'summaries', 'notifications'].includes(route);
  const cache = plural && on('policy-wildcard-takes-plurals') ? 'public, max-age=1800' : form.privateCache;
  if (route === 'cash') return json(form.cash(await balanceOf(world, user), world.count('cash')), cache);
  if (route === 'portfolios') {
    const answer = json(form.portfolios(holdings(world, user), world.count('portfolios')), cache);
    if (on('repeated-elements-are-repeated-members') && user.language === 'de') {
      answer.body = `{"owner":"${user.id}","position":"Bundesanleihe","position":"Weltfonds"}`;
    }
    return answer;
  }
  if (route === 'notifications') return json(settingsOf(world, user.language), cache);
  if (route === 'summaries') {
    const answer = json(summariesOf(world, user), cache);
    if (on('large-answers-travel-as-parts') && (answer.body?.length ?? 0) > 4500) {
      answer.fields['Content-Type'] = 'multipart/related; type="application/json"; boundary=part';
    }
    return answer;
  }
  const insights = { owner: user.id, items: [{ asset: 'AAA', view: user.language === 'de' ? 'halten' : 'hold' }] };
  const edition = on('parameters-choose-the-former-edition') && message.query !== '';
  return json(edition ? { insight: insights.items[0] } : form.insights(insights), cache);
}

export function readAddress(world: World, user: User): Answer {
  for (const open of world.intake.splice(0)) world.addresses.set(open.user, open.address);
  const former = world.switchedBack ? world.former.get(user.id) : undefined;
  return json({ address: former ?? world.addresses.get(user.id) }, 'private, no-store');
}
