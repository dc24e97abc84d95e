import type { Socket } from 'node:net';

const begins = /^HTTP\/1\.\d /;
const isInterim = /^HTTP\/1\.\d 1/;
const beginning = 'HTTP/1.1 1'.length;
const ends = '\r\n\r\n';
const framing = /\r\n(?:content-length|transfer-encoding):[^\r\n]*/gi;

/**
 * Tabs may surround a field value (RFC 9112 section 5), but undici's parser rejects them after a
 * length or a coding. Only in the first piece of a header section.
 */
export function readingTabs<One extends Socket>(socket: One): One {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const came: unknown = read(size);
    if (Buffer.isBuffer(came)) replaceTabs(came);
    return came;
  };
  return socket;
}

function replaceTabs(bytes: Buffer) {
  let at = 0;
  for (;;) {
    const start = bytes.toString('latin1', at, at + beginning);
    if (!begins.test(start)) return;
    const end = bytes.indexOf(ends, at);
    replaceIn(bytes.subarray(at, end < 0 ? undefined : end));
    if (end < 0 || !isInterim.test(start)) return;
    at = end + ends.length;
  }
}

function replaceIn(head: Buffer) {
  if (!head.includes('\t')) return;
  const text = head.toString('latin1').replace(framing, (line) => line.replaceAll('\t', ' '));
  head.write(text, 'latin1');
}
