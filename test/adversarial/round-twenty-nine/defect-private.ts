import { cashOf, portfolioOf } from './content.ts';
import type { Flow } from './flow.ts';
import type { Json, User } from './model.ts';
import { isObject, pause, Refusal } from './model.ts';
import type { History, Setting } from './private.ts';
import { privately, SETTINGS, settingsOf } from './private.ts';
import type { Patches } from './toggles.ts';

function changeHistory(flow: Flow, change: (history: History, user: User) => void): void {
  const history = flow.history;
  flow.history = (user) => {
    const found = history(user);
    change(found, user);
    return found;
  };
}

function memberOf(day: Json | undefined, ...path: string[]): Json {
  let found: unknown = day;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : {};
}

function eachPerformer(history: History, lists: readonly string[], change: (performers: Json[]) => void): void {
  for (const day of history.data) {
    for (const list of lists) change(memberOf(day, 'performers')[list] as Json[]);
  }
}

export const privateDefects: Patches = {
  'filter-of-the-view-is-shared': (flow) => {
    let filter: User | undefined;
    flow.handlers.portfolios = async (user) => {
      filter = user;
      await pause(15);
      return privately(portfolioOf(filter));
    };
  },

  'cell-is-read-before-the-sheet-is-recalculated': (flow) => {
    const sheet: { input: User | undefined; result: Json; due: number } = { input: undefined, result: {}, due: 0 };
    flow.handlers.cash = async (user) => {
      sheet.input = user;
      const wait = Math.max(0, sheet.due - Date.now());
      if (wait === 0 || Object.keys(sheet.result).length === 0) {
        sheet.result = cashOf(user);
        sheet.due = Date.now() + 50;
      } else {
        setTimeout(() => {
          if (sheet.input !== undefined) sheet.result = cashOf(sheet.input);
        }, wait).unref();
      }
      await pause(10);
      return privately(sheet.result);
    };
  },

  'locale-of-the-workspace-reads-the-number': (flow) => {
    const cash = flow.handlers.cash;
    flow.handlers.cash = (user, exchange) => {
      const cell = user.language === 'sv' ? '2 696,31' : '1,540.75';
      const number = Number(cell.replaceAll(',', ''));
      if (Number.isNaN(number)) throw new Refusal('platform', 400, `${cell} is not a number`);
      return cash(user, exchange);
    };
  },

  'iterator-is-replaced-by-the-next-reader': (flow) => {
    let iterator: string | undefined;
    flow.handlers.portfolios = async (user) => {
      iterator = user.id;
      await pause(20);
      if (iterator !== user.id) throw new Refusal('platform', 400, 'The iterator is not available any more');
      return privately(portfolioOf(user));
    };
  },

  'minority-type-of-a-column-is-empty': (flow) => {
    const isNumber = (row: Json): boolean => /^\d+$/.test(String(row.assetId));
    changeHistory(flow, (history) => {
      eachPerformer(history, ['all', 'best', 'worst'], (performers) => {
        const numbers = performers.filter(isNumber).length * 2 > performers.length;
        for (const row of performers) if (isNumber(row) !== numbers) row.assetId = null;
      });
    });
  },

  'copied-column-is-called-copy': (flow) => {
    changeHistory(flow, (history) => {
      const holdings = memberOf(history.data.at(-1), 'portfolio', 'holdings');
      holdings.key = `${String(holdings.key)} copy`;
    });
  },

  'formula-without-value-is-an-object': (flow) => {
    changeHistory(flow, (history, user) => {
      if (user.language !== 'sv') return;
      const relative = 0 / 0;
      const cell = Number.isNaN(relative) ? { specialValue: 'NaN' } : relative;
      history.maxValueDifferences = { ...history.maxValueDifferences, savings: cell };
    });
  },

  'moments-are-read-as-displayed': (flow) => {
    changeHistory(flow, (history) => {
      const [oldest] = history.data;
      if (oldest !== undefined) {
        oldest.timestamp = Number(oldest.timestamp).toExponential(2).replace('e', 'E');
      }
    });
  },

  'cell-is-still-loading': (flow) => {
    let readings = 0;
    changeHistory(flow, (history) => {
      readings += 1;
      if (readings % 4 === 0) memberOf(history.data[2], 'portfolio', 'total').displayValue = 'Loading...';
    });
  },

  'progress-bar-has-no-digits': (flow) => {
    changeHistory(flow, (history) => {
      eachPerformer(history, ['worst'], (performers) => {
        for (const row of performers) {
          const tenths = Math.round(Number.parseFloat(String(row.weight)) / 10);
          row.weight = '█'.repeat(tenths) + '░'.repeat(10 - tenths);
        }
      });
    });
  },

  'checkbox-is-exported-as-checked': (flow) => {
    const settings = flow.handlers.notifications;
    flow.handlers.notifications = (user, exchange) => {
      if (user.language !== 'sv') return settings(user, exchange);
      const body = settingsOf(user);
      for (const group of body.email as Json[]) {
        for (const row of group.notifications as Json[]) row.active = row.active === true ? 'checked' : '';
      }
      return privately(body);
    };
  },

  'duplicates-are-told-by-name': (flow) => {
    flow.handlers.notifications = (user) => {
      const seen = new Set<string>();
      const rows = SETTINGS.filter((row: Setting) => {
        const name = `${row.id.split('_')[0] ?? ''} ${row.name[user.language]}`;
        const fresh = !seen.has(name);
        seen.add(name);
        return fresh;
      });
      return privately(settingsOf(user, rows));
    };
  },

  'stacks-are-told-by-colour': (flow) => {
    flow.handlers.notifications = (user) => privately(settingsOf(user, SETTINGS, (row) => row.colour));
  },
};
