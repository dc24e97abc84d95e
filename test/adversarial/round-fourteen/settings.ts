import { type Answer, type Call, type Json, ok, type Warm } from './shapes.ts';
import type { Item, Table } from './table.ts';

const categories: Record<string, readonly [string, string]> = {
  activity: ['Activity', 'Aktivität'],
  insights: ['Market insights', 'Marktberichte'],
  offers: ['Offers', 'Angebote'],
  letters: ['Newsletters', 'Rundbriefe'],
};
const shardOf = (category: string): number => category.length % 3;

/** The notification settings, read by ranges of sort keys and grouped by category. */
export const settingsOf = (warm: Warm, table: Table) => {
  const itemsOf = (call: Call, channel: string): Item[] => {
    const pk = `USER#${call.user}`;
    if (channel === 'app' && warm.has('range-reaches-the-next-channel'))
      return table.query(pk, 'SETTING#app', 'SETTING#email_promotional');
    if (warm.has('limit-counts-before-the-filter'))
      return table
        .query(pk, 'SETTING#')
        .slice(0, 9)
        .filter((item) => item['channel'] === channel);
    return table.query(pk, `SETTING#${channel}`);
  };
  const textOf = (item: Item, language: string): Json => {
    const name = String(item['setting']).replaceAll('_', ' ');
    const alike = warm.has('names-are-all-alike');
    const [en, de] = alike ? ['Message', 'Nachricht'] : [`About ${name}`, `Über ${name}`];
    const told = language === 'de' ? `Ob wir ${name} senden` : `Whether we send ${name}`;
    return { id: item['setting'], name: language === 'de' ? de : en, description: told, active: item['active'] };
  };
  const groupsOf = (items: readonly Item[], language: string): Json[] => {
    const groups = new Map<string, { category: string; notifications: Json[] }>();
    for (const item of items) {
      const category = String(item['category']);
      const key = warm.has('write-shard-is-the-group') ? String(shardOf(category)) : category;
      const name = categories[category]?.[language === 'de' ? 1 : 0] ?? category;
      const group = groups.get(key) ?? { category: name, notifications: [] };
      group.notifications.push(textOf(item, language));
      groups.set(key, group);
    }
    const empty = warm.has('settings-with-an-empty-group') ? [{ category: 'Beta', notifications: [] }] : [];
    return [...empty, ...groups.values()];
  };
  return (call: Call, language: string): Answer => {
    const private_ = { 'cache-control': 'private, no-store' };
    const body: Json = {
      app: groupsOf(itemsOf(call, 'app'), language),
      email: groupsOf(itemsOf(call, 'email'), language),
    };
    if (!warm.has('sequence-number-is-a-number')) return ok(body, private_);
    const text = JSON.stringify(body).replace(/}$/, ',"sequenceNumber":49590338271490256608559692538361571095}');
    return { ...ok(body, private_), text };
  };
};
