import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly head: string;
  /** Of the text, decoded. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

export interface MailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** What it answers to the next recipients: a refusal, or nothing. */
  refusal: { readonly code: number; readonly text: string } | undefined;
  /** Waits for this before it takes a message. */
  hold: Promise<void>;
}

/** An SMTP server on this machine, which keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mail: MailServer & { port: number } = { port: 0, received: [], refusal: undefined, hold: Promise.resolve() };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, answer) =>
      password === 'letmein' ? answer(null, { user: username }) : answer(new Error('no')),
    onRcptTo: (_, __, answer) => {
      if (!mail.refusal) return answer();
      const { code, text } = mail.refusal;
      answer(Object.assign(new Error(text), { responseCode: code }));
    },
    onData: (stream, session, answer) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('latin1');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mail.received.push({ to, user: session.user, ...parsed(raw) });
        void mail.hold.then(() => answer());
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  afterAll(() => new Promise<void>((done) => server.close(() => done())));
  mail.port = (server.server.address() as AddressInfo).port;
  return mail;
}

/** The parts of a message as RFC 2045 and 2046 write them. */
function parsed(raw: string): Pick<ReceivedMail, 'head' | 'text' | 'files'> {
  const [head, body] = divided(raw);
  const boundary = /boundary="?([^";\r\n]+)/.exec(head)?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const read = parts.map((part) => {
    const [partHead, content] = divided(part.replace(/^\r\n/, ''));
    return { head: partHead, content: decoded(partHead, content) };
  });
  const files = read.flatMap(({ head: of, content }) => {
    const name = /filename="?([^";\r\n]+)/.exec(of)?.[1];
    return name === undefined ? [] : [{ name, content }];
  });
  const text = read.find(({ head: of }) => /text\/plain/i.test(of))?.content.toString('utf8') ?? '';
  return { head: head.replace(/\r\n[ \t]+/g, ' '), text: text.replace(/\r\n/g, '\n').trim(), files };
}

function divided(text: string): [string, string] {
  const at = text.indexOf('\r\n\r\n');
  return [text.slice(0, at), text.slice(at + 4)];
}

function decoded(head: string, content: string): Buffer {
  if (/base64/i.test(head)) return Buffer.from(content, 'base64');
  if (!/quoted-printable/i.test(head)) return Buffer.from(content, 'latin1');
  const octets = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1');
}
