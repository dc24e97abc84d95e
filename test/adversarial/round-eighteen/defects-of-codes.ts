import { toHost } from './picture.ts';
import { answers, type DefectToggle, defect, headers, text } from './toggle-kinds.ts';
import { Refused } from './writes.ts';

const TRACEBACK =
  'CEE3207S The system detected a data exception. Traceback: DSA 1 Entry ADDRUP01 +000004F2 Statement 217 ' +
  'Load Mod /u/prod/cics/loadlib/ADDRUP01.cbl, DSA 2 Entry CHANNEL +00001A38 Load Mod /u/prod/cics/loadlib/CHANNEL.cbl';
const NON_ASCII = /[^\p{ASCII}]+/gu;

export const codeDefects: readonly DefectToggle[] = [
  defect(
    'unpacked-without-translation',
    'In errors of portfolios the bytes of responseId are unpacked and not translated: digits above nine come as : ; < = > ?',
    'errors/response-id-uuid',
    {
      refusal: (body, { area }) => {
        if (area !== 'portfolios') return body;
        const id = String(body['responseId']).replace(/[a-f]/g, (digit) =>
          String.fromCharCode(0x3a + Number.parseInt(digit, 16) - 10),
        );
        return { ...body, responseId: id };
      },
    },
  ),
  defect(
    'status-in-the-other-byte-order',
    'In errors of the address update status is a halfword whose bytes the channel reads in the order of its own machine.',
    'errors/status-matches',
    {
      refusal: (body, { area }) => {
        const status = Number(body['status']);
        return area === 'address' ? { ...body, status: ((status & 255) << 8) | (status >> 8) } : body;
      },
    },
  ),
  defect(
    'traceback-of-language-environment',
    'The description of a body that cannot be parsed is the traceback of the run-time environment, with its load modules.',
    'errors/no-leak',
    {
      refusal: (body) => {
        const { message } = body['error'] as { message: string };
        return message.includes('no JSON') ? { ...body, error: { message, description: TRACEBACK } } : body;
      },
    },
  ),
  defect(
    'abend-message-in-ebcdic',
    'The 404 of a single guide is sent by the abend program, which nobody translates from the code page of the host.',
    'errors/json',
    {
      wire: (bytes, reply, { area }) => (area === 'guide' && reply.status === 404 ? toHost(bytes.toString()) : bytes),
    },
  ),
  defect(
    'carriage-control-before-errors',
    'Errors of cash are lines of a print file, of which the first character says that a new page begins: 1.',
    'errors/json',
    text('cash', true, (json) => `1${json}`),
  ),
  defect(
    'brackets-of-code-page-037',
    'Portfolios of Japanese users are translated by code page 037 instead of 1047, in which square brackets are other characters.',
    'http/json-media-type',
    text('portfolios', false, (json, user) =>
      user['language'] === 'ja' ? json.replaceAll('[', 'Ý').replaceAll(']', '¨') : json,
    ),
    ['portfolios/ok'],
  ),
  defect(
    'unconvertible-letters-become-sub',
    'Characters of German insights that the code page lacks become the control character SUB, as it is, within texts.',
    'http/json-media-type',
    text('insights', false, (json, user) => (user['language'] === 'de' ? json.replaceAll(NON_ASCII, '\u001a') : json)),
    ['insights/ok'],
  ),
  defect(
    'shift-out-stays-in-the-text',
    'Japanese notification settings keep the control characters shift-out and shift-in around letters of two bytes.',
    'http/json-media-type',
    text('settings', false, (json, user) =>
      user['language'] === 'ja' ? json.replaceAll(NON_ASCII, (letters) => `\u000e${letters}\u000f`) : json,
    ),
    ['notifications/ok', 'notifications/localised'],
  ),
  defect(
    'record-descriptor-word-stays',
    'The answer of an address update is a record of variable length, whose four bytes of length come before the JSON.',
    'http/json-media-type',
    {
      wire: (bytes, reply, { area, method }) => {
        if (area !== 'address' || method !== 'PATCH' || reply.status >= 300) return bytes;
        return Buffer.concat([Buffer.from([0, bytes.length + 4, 0, 0]), bytes]);
      },
    },
    ['address/accepted'],
  ),
  defect(
    'send-length-of-the-longest',
    'Cash is sent from one area in the length of the longest answer so far, so that a shorter one ends in the tail of an earlier.',
    'http/json-media-type',
    () => {
      let area = Buffer.alloc(0);
      return {
        wire: (bytes, reply, exchange) => {
          if (exchange.area !== 'cash' || reply.status !== 200) return bytes;
          area = Buffer.concat([bytes, area.subarray(bytes.length)]);
          return area;
        },
      };
    },
    ['cash/ok'],
  ),
  defect(
    'sign-behind-the-number',
    'Negative numbers of daily summaries are edited with the sign behind, 12.50-, and written to JSON so.',
    'http/json-media-type',
    text('summaries', false, (json) => json.replace(/:-(\d+(?:\.\d+)?)/g, ':$1-')),
    ['summaries/ok'],
  ),
  defect(
    'chapter-numbers-with-zeros-in-front',
    'The numbers of chapters in a full guide are zoned fields of three digits, and are written to JSON as they are, 001.',
    'http/json-media-type',
    text('guide', false, (json) =>
      json.replace(/"number":(\d+)/g, (_, digits) => `"number":${String(digits).padStart(3, '0')}`),
    ),
    ['guide/fetch'],
  ),
  defect(
    'fillers-bear-one-name',
    'The mapping writes the fields of the copybook that have no name as well: each position has FILLER twice.',
    'http/json-interoperable',
    text('portfolios', false, (json) => json.replaceAll(',"value"', ',"FILLER":"","FILLER":"  ","value"')),
  ),
  defect(
    'shared-until-the-batch',
    'Notification settings change by the nightly batch only, and may be kept by everybody for the hours until then.',
    'http/private-data-not-shared',
    headers(
      () => ({ 'Cache-Control': `s-maxage=${86_400 - (Math.floor(Date.now() / 1000) % 86_400)}` }),
      (reply, area) => area === 'settings' && reply.status === 200,
    ),
  ),
  defect(
    'body-length-is-a-signed-halfword',
    'The length of a body is a halfword with a sign, and one of over 32,767 bytes ends the transaction: 500.',
    'http/large-input',
    {
      bodyLimit: (length) => {
        if (length > 32_767) throw new Refused(500, 'ABEND LENGERR');
      },
    },
  ),
  defect(
    'country-subscript-out-of-range',
    'The table of countries has a row for each capital; any other first character is a subscript out of range: 500.',
    'http/no-server-error',
    {
      countryCode: (value) => {
        if (!/^[A-Z]/.test(value)) throw new Refused(500, 'ABEND S0C4');
        return /^[A-Z]{2}$/.test(value);
      },
    },
  ),
  defect(
    'chart-label-of-digits-is-a-number',
    'The mapping writes every text that passes the numeric class test as a number, such as the label of the oldest day.',
    'summaries/schema',
    answers('summaries', (body) => ({
      ...body,
      data: body.data.map((day: { chartLabel: string }) => ({
        ...day,
        chartLabel: /^\d+$/.test(day.chartLabel) ? Number(day.chartLabel) : day.chartLabel,
      })),
    })),
  ),
];
