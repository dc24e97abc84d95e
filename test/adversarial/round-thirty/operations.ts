import { parse } from './language.ts';

/** The operations that the facade is allowed to send, one for each endpoint that reads. */
export const operations = {
  guides: parse(`query Guides($lang: Language!) {
    guides {
      key contentType: kind id title(lang: $lang) description(lang: $lang) backgroundColor
      guideIconURL: icon mobileCoverImageURL: cover webCoverImageURL: webCover slug chapterCount
    }
  }`),
  guide: parse(`fragment Head on LearningGuide { id title(lang: $lang) description(lang: $lang) }
    query Guide($lang: Language!) { guides { ...Head slug chapterCount chapters } }`),
  insights: parse('query Insights { insights { isin text score } }'),
  cash: parse('query Cash { cash { owner amount rate overdraft { limit } } }'),
  portfolios: parse('query Portfolios { portfolio { owner positions { isin quantity target } } }'),
  summaries: parse(`fragment Amount on Member { key displayValue value }
    fragment Performer on Mover {
      assetId value weight(as: $weights) ... on Gainer { upBy } ... on Loser { downBy }
    }
    query Summaries($weights: WeightFormat) {
      summaries {
        chartLabel timestamp
        portfolio {
          cash { ...Amount }
          savings { ...Amount unrealisedMonthlyInterest dailyInterest }
          holdings: positions { ...Amount upBy }
          total { ...Amount upBy }
        }
        sentimentScore {
          total { score label } news { score label } analyst { score label } priceMomentum { score label }
        }
        performers {
          all: ranked(by: ALL) { ...Performer }
          best: ranked(by: BEST) { ...Performer }
          worst: ranked(by: WORST) { ...Performer }
        }
      }
      differences { cash savings holdings total }
    }`),
  notifications: parse(`fragment Groups on Group {
      category(lang: $lang)
      notifications { id name(lang: $lang) description(lang: $lang) active }
    }
    query Settings($lang: Language) { settings { app { ...Groups } email { ...Groups } } }`),
} as const;

export type OperationName = keyof typeof operations;
