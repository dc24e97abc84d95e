import { type Context, type Service, slot } from './core.ts';

interface Row {
  id: string;
  name: string;
  description: string;
  active: unknown;
}
interface Group {
  category: string;
  notifications: Row[];
}
type Plan = readonly (readonly [string, readonly string[]])[];

const plans: Record<'app' | 'email', Plan> = {
  app: [
    ['Activity', ['app_transactional']],
    [
      'Market insights',
      ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    ],
    ['Offers', ['app_promotional', 'app_partner_news']],
  ],
  email: [
    ['Activity', ['email_transactional']],
    ['Newsletters', ['email_servicebites']],
    ['Offers', ['email_promotional']],
  ],
};
const german: Record<string, string> = {
  Activity: 'Aktivität',
  'Market insights': 'Markteinblicke',
  Offers: 'Angebote',
  Newsletters: 'Rundbriefe',
};

function row(id: string, inGerman: boolean, at: number): Row {
  const words = id.split('_').slice(1).join(' ');
  const description = inGerman ? `Nachrichten über ${words}` : `Messages about ${words}`;
  return { id, name: inGerman ? `Hinweis: ${words}` : `Notice: ${words}`, description, active: at % 2 === 0 };
}

function channel(service: Service, plan: Plan, inGerman: boolean): Group[] {
  return plan.map(([category, ids]) => {
    const notifications = ids.map((id, at) => row(id, inGerman, at));
    const last = notifications.at(-1);
    if (service.on('pointer-to-the-loop-variable') && last) notifications.fill(last);
    if (service.on('copy-into-a-shorter-slice') && ids.length === 5) notifications.pop();
    return { category: inGerman ? (german[category] ?? category) : category, notifications };
  });
}

export function settingsOf(service: Service, ctx: Context): unknown {
  const asked = ctx.user?.language === 'second';
  const first = slot(service, 'language', () => ({ german: asked }));
  const inGerman = service.on('printer-made-in-a-once') ? first.german : asked;
  const app = channel(service, plans.app, inGerman);
  const email = channel(service, plans.email, inGerman);
  const reads = slot(service, 'reads', () => ({ times: 0 }));
  reads.times += 1;
  const offers = app.at(-1);
  if (service.on('append-without-a-lock') && reads.times % 3 === 0 && offers) offers.notifications.pop();
  return service.style.settings?.(app, email) ?? { app, email };
}
