import { type App, type Json, Refusal, type Toggle } from './app.ts';
import { onBody, onSuccess } from './hooks.ts';

/** Tells whether the first `count` successes of an endpoint are over, after which content changes once. */
function after(count: number, change: (body: { data: Json[] }) => void): Toggle {
  return (app) => {
    let answers = 0;
    onBody('guides', (body) => {
      answers += 1;
      if (answers > count) change(body);
    })(app);
  };
}

function formatted(money: App['money'], percent?: App['percent']): Toggle {
  return (app) => {
    app.money = money;
    if (percent) app.percent = percent;
  };
}

const BURMESE = { numberingSystem: 'mymr' };

export const CONTENT_FORMS: Readonly<Record<string, Toggle>> = {
  'binary-fractions': onBody('cash', (body) => {
    for (const balance of body.balances) balance.amount = balance.amount / 3 + 0.1 + 0.2;
  }),
  'user-ids-like-numbers': (app) => {
    Object.assign(app.users, {
      first: '1234567890e1234567890123',
      second: '1234567890e1234567890124',
      denied: '000000000000000000001e99',
    });
  },
  'titles-are-empty': onBody('guides', (body) => {
    for (const guide of body.data) guide.title = '';
  }),
  'schemes-in-capitals': onBody('guides', (body) => {
    for (const guide of body.data) {
      guide.guideIconURL = `asset+svg.v1-2:${guide.key}`;
      guide.mobileCoverImageURL = `HTTPS://IMG.example/${guide.key}`;
    }
  }),
  'guides-count-their-readers': (app) => {
    let readers = 0;
    onBody('guide', (body) => {
      readers += 1;
      body.readers = readers;
    })(app);
  },
  'cash-is-null': onBody('cash', () => null),
  'insights-are-207': onSuccess('insights', (draft) => {
    draft.status = 207;
  }),
  'two-thousand-positions': onBody('portfolios', (body) => {
    const [portfolio] = body.portfolios;
    const { value } = portfolio;
    portfolio.positions = Array.from({ length: 2000 }, (_, place) => ({
      assetId: `A${place}`,
      units: value / (place + 1),
    }));
  }),
  'update-answers-null': onBody('address', () => null),
  'odd-characters-refused': (app) => {
    const check = app.checkAddress;
    app.checkAddress = (body) => {
      check(body);
      const { line1, line2, city } = (body as { address: Json }).address;
      if (/[\u{0}-\u{1f}\u{10000}-\u{10ffff}]/u.test(`${line1}${line2}${city}`)) {
        throw new Refusal(422, 'A character is not allowed');
      }
    };
  },
  'currency-sign-as-decimal-sign': formatted((value) => value.toFixed(2).replace('.', '$')),
  'gains-with-their-share': onBody('summaries', (body) => {
    for (const { portfolio } of body.data) portfolio.holdings.upBy = portfolio.total.upBy += ' (+1,2 %)';
  }),
  'burmese-digits': formatted(
    (value) => value.toLocaleString('my', { ...BURMESE, style: 'currency', currency: 'MMK' }),
    (value) => value.toLocaleString('my', { ...BURMESE, style: 'percent' }),
  ),
  'small-percent-sign': formatted(
    (value) => `€${value.toFixed(2)}`,
    (value) => `${(value * 100).toFixed(1)}﹪`,
  ),
  'scores-near-the-end-of-doubles': onBody('summaries', (body) => {
    for (const day of body.data) day.sentimentScore.news.score = 1.7e308;
  }),
  'no-best-and-no-worst': onBody('summaries', (body) => {
    for (const day of body.data) Object.assign(day.performers, { best: [], worst: [] });
  }),
  'performers-in-currencies-of-exchanges': onBody('summaries', (body) => {
    for (const day of body.data) {
      day.performers.all.forEach((performer: Json, place: number) => {
        performer['value'] = ['¥ 5,000', 'US$ 12.3', '₹ 1,00,000', 'CHF 5’000.–'][place % 4];
      });
    }
  }),
  'assets-without-identifier': onBody('summaries', (body) => {
    for (const day of body.data) for (const performer of day.performers.all) performer.assetId = '';
  }),
  'two-hundred-notifications': onBody('notifications', (body) => {
    const more = Array.from({ length: 200 }, (_, place) => ({
      id: `app_topic_${place}`,
      name: 'T',
      description: '',
      active: false,
    }));
    body.app[1].notifications.unshift(...more);
  }),
  'ids-that-resemble-known-ones': onBody('notifications', (body) => {
    const ids = ['APP_PROMOTIONAL', 'app_promotional_2', 'app_promotional ', 'email-promotional'];
    const notifications = ids.map((id) => ({ id, name: id, description: id, active: true }));
    body.email.push({ category: 'More', notifications });
  }),
  'guide-withdrawn-once': after(25, ({ data }) => data.splice(2, 1)),
  'language-changed-once': (app) => {
    const before = app.languageOf;
    let asked = 0;
    app.languageOf = (user, context) => {
      if (user === app.users.first) asked += 1;
      return user === app.users.first && asked > 60 ? 'en' : before(user, context);
    };
  },
  'british-and-american': (app) => {
    Object.assign(app.languages, { first: 'en-GB', second: 'en-US' });
    const spell = (text: string) =>
      text.replace('Saving', 'Favorite savings').replace('Message', 'Catalog of messages');
    const british = (text: string) => text.replace('Favorite', 'Favourite').replace('Catalog of', 'Catalogue of');
    onSuccess(['guides', 'guide', 'notifications', 'insights'], (draft, { user }) => {
      draft.text = user === app.users.first ? british(spell(draft.text)) : spell(draft.text);
    })(app);
  },
  'descriptions-hold-a-nul': onBody('guides', (body) => {
    for (const guide of body.data) guide.description += '\u0000';
  }),
};
