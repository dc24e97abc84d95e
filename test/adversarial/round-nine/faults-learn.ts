import { type Json, Refusal, type Toggle } from './app.ts';
import { onBody, onHeaders } from './hooks.ts';

export const LEARN: Readonly<Record<string, Toggle>> = {
  'id-of-a-draft': onBody('guides', (body) => {
    body.data.at(-2).id = `drafts.${body.data.at(-2).id}`;
  }),
  'caching-said-in-a-trailer': (app) => {
    const write = app.write;
    app.write = (response, body, raw, incoming) => {
      const said = response.headers.get('cache-control') ?? '';
      if (!said.includes('max-age')) return write(response, body, raw, incoming);
      for (const [name, value] of response.headers) if (name !== 'cache-control') raw.setHeader(name, value);
      raw.setHeader('trailer', 'Cache-Control');
      raw.write(body);
      raw.addTrailers({ 'Cache-Control': said });
      raw.end();
    };
  },
  'lifetime-with-thousands': onHeaders('guides', (headers) => {
    headers.set('cache-control', `private, max-age=${(1800).toLocaleString('en')}`);
  }),
  'vary-as-cgi-names-it': onHeaders('guides', (headers) => {
    headers.set('vary', 'HTTP_AUTHORIZATION, HTTP_X_USER_ID');
  }),
  'read-guides-come-first': (app) => {
    const recent: string[] = [];
    app.inner.push(async (context, next) => {
      const response = await next();
      if (context.route?.name === 'guide' && context.id && response.status === 200) recent.unshift(context.id);
      return response;
    });
    const place = ({ id }: { id: string }) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    onBody('guides', (body) => {
      body.data.sort((one: { id: string }, other: { id: string }) => place(one) - place(other));
    })(app);
  },
  'apostrophe-ends-the-query': onBody('guides', (body, { user }, app) => {
    if (user !== app.users.second) return;
    body.data = body.data.filter(({ slug, title }: Json) => !(slug === 'guide-4' && String(title).includes("'")));
  }),
  'query-hides-the-language': (app) => {
    const before = app.languageOf;
    app.languageOf = (user, context) => (context.url.search === '' ? before(user, context) : 'en');
  },
  'missing-object-forbidden': (app) => {
    const load = app.handlers.guide;
    app.handlers.guide = async (context) => {
      try {
        return await load(context);
      } catch (thrown) {
        const missing = thrown instanceof Refusal && thrown.status === 404;
        throw missing ? new Refusal(403, 'Access is denied') : thrown;
      }
    };
  },
  'guide-id-trimmed': (app) => {
    const before = app.guideId;
    app.guideId = (raw) => before(raw.replace(/^(%20|%09|%0a|%0d)+|(%20|%09|%0a|%0d)+$/gi, ''));
  },
};
