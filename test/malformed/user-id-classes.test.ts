import { describeClasses } from './classes.ts';
import { userId } from './on-the-wire.ts';

const text = (value: string) => Buffer.from(value, 'latin1').toString('utf8');
const isHex = (value: string) => /^[a-f0-9]+$/.test(value);
const without = (value: string, at: number) => value.slice(0, at) + value.slice(at + 1);
/** The id with one character more. */
const isLonger = (value: string, from: number, to: number) =>
  value.length === 25 &&
  Array.from({ length: to - from }, (_, nth) => from + nth).some((at) => without(value, at) === userId);
const isJoined = (separator: RegExp) => (value: string) => {
  const parts = value.split(separator);
  return parts.length > 1 && parts.every((part) => part === userId);
};

describeClasses(
  'user/malformed',
  ({ wire }) => wire.header('x-user-id'),
  {
    'in upper case': [(value) => value !== userId && value === userId.toUpperCase()],
    'in mixed case': [(value) => /[a-f]/.test(value) && /[A-F]/.test(value) && value.toLowerCase() === userId, 0.02],
    'too short at an end': [
      (value) => value.length < 24 && value !== '' && (userId.startsWith(value) || userId.endsWith(value)),
    ],
    'too short inside': [
      (value) => isHex(value) && value.length < 24 && !userId.startsWith(value) && !userId.endsWith(value),
      0.02,
    ],
    'one digit longer at the front': [(value) => isHex(value) && value.endsWith(userId) && value.length === 25],
    'one digit longer at the end': [(value) => isHex(value) && value.startsWith(userId) && value.length === 25],
    'one digit longer inside': [(value) => isHex(value) && isLonger(value, 1, 24)],
    'longer by any character': [(value) => isLonger(text(value), 0, 25), 0.04],
    'of more hexadecimal digits': [(value) => isHex(value) && value.length > 25, 0.04],
    'of 32 digits': [(value) => isHex(value) && value.length === 32],
    'of over 1,000 characters': [(value) => value.length > 1_000],
    'a number beyond 64 bits': [(value) => /^\d{20,}$/.test(value)],
    'of another letter': [(value) => /^[a-z0-9]{24}$/.test(value) && /[g-z]/.test(value), 0.04],
    'with a punctuation mark': [(value) => value.length < 40 && /[!-/:-@[-`{-~]/.test(value), 0.2],
    'separated within': [(value) => value.replaceAll('-', '') === userId],
    'with white space inside': [(value) => /\S\s\S/.test(value)],
    'with a tab inside': [(value) => value.includes('\t')],
    'joined by a comma': [isJoined(/,/)],
    'joined by a space': [isJoined(/ /)],
    'joined by anything': [isJoined(/[^a-f0-9]+|%2C/), 0.02],
    'letters that look like digits': [(value) => /^[\da-fOl]{24}$/.test(text(value))],
    'a look-alike of another alphabet': [(value) => /\p{Script=Cyrillic}/u.test(text(value))],
    'a compatibility form': [(value) => text(value).normalize('NFKC') === userId, 0.02],
    'with an invisible character': [(value) => /\p{Cf}/u.test(text(value))],
    'with a character of four bytes': [(value) => /[\u{10000}-\u{10ffff}]/u.test(text(value))],
    'no UTF-8': [(value) => text(value).includes('\ufffd')],
    'beyond ASCII': [(value) => /[\x80-\xff]/.test(value), 0.1],
    'percent-encoded': [(value) => decodeURIComponent(value.replace(/%(?![0-9a-f]{2})/gi, '%25')) === userId],
    'in base64': [(value) => Buffer.from(value, 'base64').toString() === userId],
    'with padding': [(value) => value === `${userId}=`],
    'wrapped in brackets or quotation marks': [(value) => /^["{<[]/.test(value) && value.includes(userId)],
    'with a prefix or a suffix of another syntax': [
      (value) => [`0x${userId}`, `../${userId}`, `${userId};x`].includes(value),
    ],
    'a word that means nothing or oneself': [(value) => /^(null|undefined|me)$/.test(value)],
    'a wildcard, an operator or a condition': [(value) => /^[*{']/.test(value)],
    'characters that a database takes for an id': [(value) => /^[a-z]{12}$/.test(value)],
    empty: [(value) => value === ''],
  },
  {
    'another id in upper case': [(value) => /^[A-F]{24}$/.test(value) && value !== userId.toUpperCase()],
    'a word of a programming language': [(value) => /^(true|NaN)$/.test(value)],
    'a word that may be somebody': [(value) => /^(demo|admin|test|default|anonymous|guest|self|system)$/.test(value)],
  },
);
