import { Hono } from 'hono';
import { createReadModels } from './read-models.ts';
import type { World } from './world.ts';

/** Builds the service that answers from the read models. */
export function createHistory(world: World): Hono {
  const { on, users } = world;
  const models = createReadModels(world);
  const app = new Hono();

  app.get('/daily-summaries', (c) => {
    const user = users.find((one) => one.id === c.req.header('x-user-id'));
    if (!user) return c.json({ message: 'User not found' }, 401);
    if (user.denied) return c.json({ message: 'Access denied' }, 403);
    if (on('a-window-of-days-is-partial')) {
      c.header('Content-Range', 'days 0-3/365');
      return c.json(models.summaries.get(user.id) ?? {}, 206);
    }
    return c.json(models.summaries.get(user.id) ?? {});
  });

  app.get('/b2b/notification-settings', (c) => {
    const id = c.req.header('x-user-id');
    const template = on('empty-id-is-the-template') && id === '' ? users[0]?.id : id;
    const found = models.settings.get(template ?? '');
    if (!found && on('projection-is-being-built')) return c.json({ state: 'building', retryInSeconds: 1 }, 202);
    if (!found) return c.json({ message: 'User not found' }, 401);
    if (on('channels-joined-to-a-list')) return c.json([{ app: found['app'] }, { email: found['email'] }]);
    return c.json(found);
  });

  app.onError((_, c) => c.json({ message: 'Unexpected' }, 500));
  return app;
}
