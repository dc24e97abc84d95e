import { randomUUID } from 'node:crypto';
import { type App, type Context, type Handler, type Json, Refusal, type RouteName } from './app.ts';
import { cash, eventsOf, fullGuide, insights, listing, notifications, portfolios, summaries } from './projections.ts';

const PRIVATE = { headers: { 'cache-control': 'private, no-store' } };

export function handlersOf(app: App): Record<RouteName, Handler> {
  const userOf = ({ user }: Context): string => user ?? '';
  const languageOf = (context: Context) => app.languageOf(context.user, context);
  const ownData =
    (project: (context: Context) => Json): Handler =>
    (context) =>
      Response.json(project(context), PRIVATE);
  return {
    guides: (context) =>
      Response.json(listing(app, languageOf(context)), {
        headers: { 'cache-control': 'private, max-age=1800', vary: 'Authorization, X-User-Id' },
      }),
    guide: (context) => {
      const id = app.guideId(context.id ?? '');
      if (id === undefined) throw new Refusal(400, 'This is no id of a guide');
      const guide = fullGuide(app, id, languageOf(context));
      if (!guide) throw new Refusal(404, 'There is no such guide');
      return Response.json(guide, { headers: { vary: 'X-User-Id' } });
    },
    insights: ownData((context) => insights(app, languageOf(context))),
    cash: ownData((context) => cash(app, userOf(context))),
    portfolios: ownData((context) => portfolios(app, userOf(context))),
    summaries: (context) => {
      const user = userOf(context);
      if (eventsOf(app.log, 'user-registered').some((event) => event.user === user && event.denied)) {
        throw new Refusal(403, 'Access is denied');
      }
      return Response.json(summaries(app, user, languageOf(context)), PRIVATE);
    },
    notifications: ownData((context) => notifications(app, userOf(context), languageOf(context))),
    address: (context) => {
      const { line1, line2, city, postalCode, countryCode } = (context.body as { address: Json }).address;
      app.store(userOf(context), { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode });
      return Response.json({ updated: true }, PRIVATE);
    },
    readBack: ownData((context) => ({ address: app.addressOf(userOf(context)) })),
    orders: (context) => {
      const { isin, side, amount } = context.body as Json;
      const order = { id: randomUUID(), isin, side, amount, state: 'accepted' };
      app.log.push({ type: 'order-placed', user: userOf(context), order });
      return Response.json(order, { status: 201, headers: { 'cache-control': 'private, no-store' } });
    },
  };
}
