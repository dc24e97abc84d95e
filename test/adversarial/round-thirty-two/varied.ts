import type { App } from './app.ts';
import type { Endpoint, Exchange, Json, Reply, User } from './core.ts';
import { isObject, reply } from './core.ts';

/** Changes the successful answers of one endpoint. */
export function answers(app: App, endpoint: Endpoint, change: (answer: Reply, x: Exchange) => Reply): void {
  const plain = app.actions[endpoint];
  app.actions[endpoint] = async (x) => change(await plain(x), x);
}

export function bodyOf(app: App, endpoint: Endpoint, change: (body: Json, x: Exchange) => unknown): void {
  answers(app, endpoint, (answer, x) => ({ ...answer, body: change(isObject(answer.body) ? answer.body : {}, x) }));
}

/** Changes the body of every refusal as ApiError. */
export function refusals(
  app: App,
  change: (body: Json, x: Exchange) => Json,
  headers: Record<string, string> = {},
): void {
  const plain = app.refuse;
  app.refuse = (x, refusal) => {
    const answer = plain(x, refusal);
    const body = isObject(answer.body) ? change(answer.body, x) : answer.body;
    return { ...reply(answer.status, body, answer.headers), headers: { ...answer.headers, ...headers } };
  };
}

export function errorOf(body: Json): Json {
  return isObject(body['error']) ? body['error'] : {};
}

export function days(app: App, change: (day: Json, index: number, user: User) => Json): void {
  const plain = app.presentDays;
  app.presentDays = (user) => plain(user).map((day, index) => change(day, index, user));
}

export function guides(app: App, change: (element: Json, index: number, user: User) => Json): void {
  const plain = app.presentGuide;
  app.presentGuide = (guide, index, user) => change(plain(guide, index, user), index, user);
}

export function notifications(app: App, change: (item: Json, user: User) => Json): void {
  const plain = app.presentSettings;
  app.presentSettings = (user) =>
    Object.fromEntries(
      Object.entries(plain(user)).map(([channel, groups]) => [
        channel,
        (groups as { category: string; notifications: Json[] }[]).map((group) => ({
          ...group,
          notifications: group.notifications.map((item) => change(item, user)),
        })),
      ]),
    );
}

export function speak(app: App, first: string, second: string): void {
  [...app.users.values()].forEach((user, index) => {
    user.locale = index === 1 ? second : first;
  });
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
