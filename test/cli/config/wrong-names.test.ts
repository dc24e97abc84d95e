import { expect, test } from 'vitest';
import { describeVariables } from '../../../cli/config/settings.ts';
import {
  chooseOne,
  correct,
  describeRefusals,
  file,
  flag,
  nameOnce,
  type Row,
  remove,
  variable,
} from './refusals.ts';

const unknown = 'an unknown key';
const unknownVariable = 'an unknown variable';
/** Returns the row of a wrong .env. */
const dotenv = (name: string, text: string, found: string, cure: string): Row => {
  return [{ files: { '.env': text } }, `${name} in .env`, `${name} in .env`, found, cure];
};

describeRefusals('wrong names and kinds', [
  variable({ M2M_CLAIM: 'learn,portfolio' }, '"portfolio"', 'Did you mean portfolios?', {
    item: '[1]',
  }),
  flag({ claim: 'weather' }, 'claim[0]', '"weather"', chooseOne),
  flag({ claim: 'learn,learn' }, 'claim', 'a duplicate item', nameOnce),
  flag({ claim: 'learn,' }, 'claim[1]', 'an empty string', chooseOne),
  file({ claim: [] }, 'claim', 'a list of 0', 'Name at least one, or leave it out.'),
  file({ claim: 'learn' }, 'claim', '"learn"', 'Write a list instead of a string of 5 characters.'),
  flag({ depth: 'quik' }, 'run.depth', '"quik"', 'Did you mean quick?'),
  file({ run: { strict: 'yes' } }, 'run.strict', '"yes"', 'Write one of these.'),
  variable({ M2M_SEEED: '1' }, unknownVariable, 'Did you mean M2M_SEED?'),
  variable({ M2M_FLAVOUR: 'swordfish' }, unknownVariable, 'Unset it.'),
  dotenv(
    'M2M_BASEURL',
    'M2M_BASEURL=https://a.example.com',
    unknownVariable,
    'Did you mean M2M_BASE_URL?',
  ),
  file({ run: { sed: 1 } }, 'run.sed', unknown, 'Did you mean seed?'),
  file({ baseUrl: 'https://a.example.com' }, 'baseUrl', unknown, 'Did you mean target.baseUrl?'),
  file({ flavour: 'swordfish' }, 'flavour', unknown, remove),
  file({ only: ['guides/*,auth/*'] }, 'only[0]', '"guides/*,auth/*"', correct),
  file(
    [],
    'config',
    'a configuration that is a list of 0',
    'Export an object, or a function that returns one.',
  ),
]);

test('every variable is described with its meaning and its option', () => {
  const described = describeVariables();
  expect(described.filter(({ meaning }) => !/^[{A-Z].*\.$/.test(meaning))).toEqual([]);
  expect(described).toContainEqual({
    name: 'M2M_CLIENT_ID',
    meaning: 'A client whose tokens have the scope service:nbg. The client_id of this client.',
  });
  expect(described.find(({ name }) => name === 'M2M_OUT')?.flag).toBe('--out');
});
