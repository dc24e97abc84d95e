import { createColors } from 'picocolors';
import type { Exchange } from '../../engine/exchange/exchange.ts';
import type { Exhibit } from '../../engine/outcome/finding.ts';
import { placeWords } from '../../reports/html/places.ts';
import { plain } from '../../reports/plain.ts';
import { recipeWords } from '../../reports/recipe-words.ts';
import type { RecordedFailure } from './recorded-failures.ts';
import type { Replayed } from './replay-failure.ts';

export function failureHead({ nth, failure }: RecordedFailure, coloured: boolean): string {
  const colors = createColors(coloured);
  const { requirement, title, expected, request, recipe } = failure;
  const earlier = recipe?.steps.slice(0, recipe.judged) ?? [];
  const shows = recipeWords(failure);
  const sent = request
    ? [
        `   Request     ${plain(`${request.method} ${request.url}`)}`,
        ...request.headers.map(([field, value]) => `   Header      ${plain(`${field}: ${value}`)}`),
        ...(request.body === undefined
          ? []
          : [`   Body        ${plain(request.body).slice(0, 500)}`]),
      ]
    : [];
  return [
    `${nth}. ${colors.bold(plain(requirement))}  ${plain(title)}`,
    ...sent,
    ...earlier.map(
      (step) => `   Before      ${plain(`${step.request.method} ${step.request.url}`)}`,
    ),
    ...(shows === undefined ? [] : [`   Shows       ${plain(shows)}`]),
    `   Expected    ${plain(expected)}`,
    '',
  ].join('\n');
}

const tones = {
  'still-fails': 'red',
  'no-longer-fails': 'green',
  'not-judged': 'magenta',
} as const;
const words = {
  'still-fails': 'still fails',
  'no-longer-fails': 'no longer fails',
  'not-judged': 'cannot be judged',
} as const;

export function replayedLine({ finding, outcome, said, now }: Replayed, coloured: boolean): string {
  const colors = createColors(coloured);
  const recorded = finding.exchange
    ? `recorded ${statusOf(finding.exchange.answer)}`
    : 'recorded without a request';
  const trace = now?.traceId === undefined ? '' : ` in trace ${now.traceId}`;
  const answers = now ? `${recorded}, now ${statusOf(now.answer)}${trace}` : recorded;
  const judgement = `${colors[tones[outcome]](words[outcome])} (${plain(said).slice(0, 400)})`;
  return `   ${plain(placeWords(finding.endpoint))}  ${answers}: ${judgement}\n`;
}

/** `recorded` and `now` are statuses, or why there was no response. */
export function replayedJson([{ nth, failure }, replayed]: readonly [
  RecordedFailure,
  readonly Replayed[],
]): object {
  const { id, requirement, cause, title, expected } = failure;
  const places = replayed.map(({ finding: { endpoint, exchange }, outcome, said, now }) => ({
    endpoint,
    outcome,
    said,
    ...(exchange ? { recorded: statusOf(exchange.answer) } : {}),
    ...(now ? { now: statusOf(now.answer) } : {}),
  }));
  return {
    failure: nth,
    ...(id === undefined ? {} : { id }),
    requirement,
    cause,
    title,
    expected,
    places,
  };
}

function statusOf(answer: Exchange['answer'] | Exhibit['answer']): string | number {
  return 'lost' in answer ? `no response (${answer.lost})` : answer.status;
}

export function replayedSum(all: readonly Replayed[]): string {
  const count = (outcome: Replayed['outcome']) =>
    all.filter((one) => one.outcome === outcome).length;
  return `${count('still-fails')} still failing, ${count('no-longer-fails')} no longer, ${count('not-judged')} not judged\n`;
}
