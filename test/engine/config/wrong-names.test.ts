import { chooseOne, correct, describeRefusals, file, flag, nameOnce, remove, variable } from './refusals.ts';

const unknown = 'an unknown key';
const unknownVariable = 'an unknown variable';

describeRefusals('wrong names and kinds', [
  variable({ HARNESS_CLAIM: 'learn,portfolio' }, '"portfolio"', 'Did you mean portfolios?', { item: '[1]' }),
  flag({ claim: 'weather' }, 'claim[0]', '"weather"', chooseOne),
  flag({ claim: 'learn,learn' }, 'claim', 'a duplicate item', nameOnce),
  flag({ claim: 'learn,' }, 'claim[1]', 'an empty string', chooseOne),
  file({ claim: [] }, 'claim', 'a list of 0', 'Name at least one, or leave it out.'),
  file({ claim: 'learn' }, 'claim', '"learn"', 'Write a list instead of a string of 5 characters.'),
  flag({ allow: 'write' }, 'allow.write', unknown, 'Did you mean writes?'),
  flag({ depth: 'quik' }, 'run.depth', '"quik"', 'Did you mean quick?'),
  file({ run: { strict: 'yes' } }, 'run.strict', '"yes"', 'Write one of these.'),
  variable({ HARNESS_SEEED: '1' }, unknownVariable, 'Did you mean HARNESS_SEED?'),
  variable({ HARNESS_FLAVOUR: 'swordfish' }, unknownVariable, 'Unset it.'),
  [
    { files: { '.env': 'HARNESS_BASEURL=https://a.example.com' } },
    'HARNESS_BASEURL in .env',
    'HARNESS_BASEURL in .env',
    unknownVariable,
    'Did you mean HARNESS_BASE_URL?',
  ],
  file({ run: { sed: 1 } }, 'run.sed', unknown, 'Did you mean seed?'),
  file({ baseUrl: 'https://a.example.com' }, 'baseUrl', unknown, 'Did you mean target.baseUrl?'),
  file({ flavour: 'swordfish' }, 'flavour', unknown, remove),
  file({ only: ['guides/*,auth/*'] }, 'only[0]', '"guides/*,auth/*"', correct),
  file([], 'config', 'a configuration that is a list of 0', 'Export an object, or a function that returns one.'),
]);
