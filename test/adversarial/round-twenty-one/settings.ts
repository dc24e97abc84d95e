import { categories, type Setting, settings, type User } from './catalogue.ts';
import type { Answer, Handler } from './http-types.ts';
import type { World } from './world.ts';

const wrapAt = 8_192;

function text(setting: Setting, user: User): { name: string; description: string } {
  const words = setting.id.split('_').slice(1).join(' ');
  return user.language === 'en'
    ? { name: `About ${words}`, description: `We tell you of ${words}.` }
    : { name: `Über ${words}`, description: `Wir melden uns zu ${words}.` };
}

function channel(world: World, user: User, name: 'app' | 'email'): unknown {
  const groups: { category: string; notifications: unknown[] }[] = [];
  const places = new Map<number, number>();
  for (const [bit, setting] of settings.entries()) {
    if (setting.channel !== name || (world.is('settings-mask-of-eight-bits') && ((1 << bit) & 0xff) === 0)) continue;
    if (!places.has(setting.category)) {
      const full = world.is('group-table-has-two-places') && groups.length === 2;
      if (!full) groups.push({ category: categories[user.language][setting.category] ?? '', notifications: [] });
      places.set(setting.category, groups.length - 1);
    }
    const active = (bit + user.language.length + (user.language === 'de' ? 1 : 0)) % 3 !== 0;
    groups[places.get(setting.category) ?? 0]?.notifications.push({ id: setting.id, ...text(setting, user), active });
  }
  return groups;
}

/** The answer lies in a ring of bytes, and what reaches its end goes on at its beginning. */
function throughRing(world: World, body: unknown): string {
  const written = JSON.stringify(body);
  const left = wrapAt - (world.ring % wrapAt);
  world.ring += written.length;
  return left < written.length ? written.slice(left) + written.slice(0, left) : written;
}

export const readSettings: Handler = async (context): Promise<Answer> => {
  const { world } = context;
  const user = context.user as User;
  const body = { app: channel(world, user, 'app'), email: channel(world, user, 'email') };
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Type': 'application/json' };
  if (world.is('ring-buffer-answer-wraps')) return { status: 200, text: throughRing(world, body), headers };
  return { status: 200, body, headers };
};
