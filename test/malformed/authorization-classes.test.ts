import { describeClasses } from './classes.ts';

const words = (value: string) => value.split(' ').filter((word) => word !== '');
const parts = (value: string) => value.replace(/^Bearer +/, '').split('.');
const bytes = (value: string, at: number) => Buffer.from(parts(value)[at] ?? '', 'base64url').toString();
const isThreeOrEmpty = (value: string) => /^Bearer [\w-]*\.[\w-]*\.[\w-]*$/.test(value);
const isThree = (value: string) => /^Bearer [\w-]+\.[\w-]*\.[\w-]*$/.test(value);

function json(value: string, at: number): unknown {
  try {
    return JSON.parse(bytes(value, at));
  } catch {
    return undefined;
  }
}

const member = (value: string, name: string) => {
  const header = json(value, 0);
  return typeof header === 'object' && header !== null ? (header as Record<string, unknown>)[name] : undefined;
};

describeClasses(
  'auth/malformed',
  ({ wire }) => wire.header('authorization'),
  {
    empty: [(value) => value === ''],
    'the token without a scheme': [(value, _seen, token) => value === token],
    'the scheme without a token': [(value) => value === 'Bearer'],
    'of another scheme': [(value, _seen, token) => value.endsWith(` ${token}`) && !/^Bearer\b/.test(value), 0.02],
    'of the scheme OAuth': [(value) => value.startsWith('OAuth ')],
    'of a scheme that begins with Bearer': [(value) => /^Bearer\w+ /.test(value)],
    'Basic credentials': [(value) => /^Basic [\w+/=]+$/.test(value)],
    'with the scheme twice': [(value, _seen, token) => value === `Bearer Bearer ${token}`],
    'with no space after the scheme': [(value, _seen, token) => value === `Bearer${token}`],
    'with a colon after the scheme': [(value) => value.startsWith('Bearer:')],
    'with an equals sign after the scheme': [(value) => value.startsWith('Bearer=')],
    'with another separator': [(value, _seen, token) => value.endsWith(token) && /^\w+[^\w ]/.test(value), 0.1],
    'with a percent-encoded space': [(value) => value.startsWith('Bearer%20')],
    'with a further word': [
      (value, _seen, token) => words(value).length === 3 && words(value).includes(token) && !value.includes(','),
      0.03,
    ],
    'of several credentials, Bearer first': [(value, _seen, token) => value === `Bearer ${token},Bearer ${token}`],
    'of several credentials, Bearer last': [
      (value, _seen, token) => /^Basic .+, Bearer /.test(value) && value.endsWith(token),
    ],
    'with a space in the token': [
      (value, _seen, token) => words(value).length === 3 && value.replaceAll(' ', '') === `Bearer${token}`,
    ],
    'in quotation marks': [(value, _seen, token) => value === `Bearer "${token}"`],
    'in angle brackets': [(value, _seen, token) => value === `Bearer <${token}>`],
    'a parameter': [(value) => value.startsWith('Bearer token="')],
    'JSON that holds the token': [(value) => value.startsWith('Bearer {')],
    'a word in place of the token': [(value) => /^Bearer [a-z]+$/.test(value)],
    'a token and a dot': [(value, _seen, token) => value === `Bearer ${token}.`],
    'of another number of parts': [(value) => value.startsWith('Bearer ') && parts(value).length !== 3, 0.05],
    'of over 1,000 parts': [(value) => parts(value).length > 1_000],
    'of over 1,000 characters without a dot': [(value) => value.length > 1_000 && parts(value).length === 1],
    'with a header that is no JSON': [(value) => isThree(value) && json(value, 0) === undefined],
    'with a header that is no UTF-8': [(value) => isThree(value) && bytes(value, 0).includes('\ufffd')],
    'with a header that is null': [(value) => isThree(value) && json(value, 0) === null],
    'with a header that is an array': [(value) => isThree(value) && Array.isArray(json(value, 0))],
    'with a header nested deep': [(value) => bytes(value, 0).startsWith('['.repeat(300))],
    'with an alg that is no text': [(value) => typeof member(value, 'alg') === 'number'],
    'with a kid that is no text': [(value) => typeof member(value, 'kid') === 'object'],
    'with a payload cut short': [(value) => bytes(value, 1) === '{"sub":'],
    'with a payload that is null': [(value) => isThree(value) && json(value, 1) === null],
  },
  {
    'a token and a comma': [(value, _seen, token) => value === `Bearer ${token},`],
    'with an empty header': [(value) => isThreeOrEmpty(value) && parts(value)[0] === ''],
    'with a header that is a text': [(value) => isThree(value) && typeof json(value, 0) === 'string'],
    'with a payload that is no object': [
      (value) => isThree(value) && (typeof json(value, 1) === 'number' || Array.isArray(json(value, 1))),
    ],
    'of empty objects': [(value) => isThree(value) && bytes(value, 0) === '{}' && bytes(value, 1) === '{}'],
  },
);
