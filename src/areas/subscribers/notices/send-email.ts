import { isIP } from 'node:net';
import type { OutgoingAddresses } from '../../../config/outgoing-addresses.ts';
import { addressesOf } from '../../../core/outgoing/names.ts';
import { onOneLine } from './placeholders.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
  readonly sender: string;
}

export interface Mail {
  readonly messageId: string;
  /** The sender's name. */
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment: { readonly filename: string; readonly content: Buffer } | null;
}

/** A refusal that no repetition will change. */
export class PermanentRefusal extends Error {}

/** Of a port that always begins with TLS; the others change to it (STARTTLS). */
const TLS_PORT = 465;
const WITHIN_MS = 45_000;
/** Nothing that a list of addresses, or another part of a header, could be made of. */
const ADDRESS = /^[^\s@,;:<>()[\]"\\]{1,64}@[^\s@,;:<>()[\]"\\]+$/;

/**
 * Sends one text by SMTP, to an address of the Internet and with TLS, unless the operator allows a network. The name is resolved
 * here, so that it cannot be made to lead elsewhere after the check.
 * @throws PermanentRefusal if the server refuses the message for good; Error for what may pass
 */
export async function sendEmail(server: MailServer, mail: Mail, addresses: OutgoingAddresses): Promise<void> {
  if (!ADDRESS.test(mail.to)) throw new PermanentRefusal(`${mail.to} is not a valid e-mail address`);
  const address = await reachableAddress(server.host, addresses);
  // Loaded with the first message: few nodes send any, and the start is shorter without.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host: address, port: server.port, secure: server.port === TLS_PORT },
    ...{ requireTLS: !addresses.isAllowed(address), tls: isIP(server.host) ? {} : { servername: server.host } },
    ...(server.username === null ? {} : { auth: { user: server.username, pass: server.password ?? '' } }),
    ...{
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${WITHIN_MS / 1_000} s`)), WITHIN_MS);
  });
  try {
    await Promise.race([transport.sendMail(contentOf(server, mail)), late]);
  } catch (error) {
    throw isPermanent(error) ? new PermanentRefusal(sentenceOf(error)) : new Error(sentenceOf(error));
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

const contentOf = ({ sender }: MailServer, { messageId, fromName, to, subject, text, attachment }: Mail) => ({
  from: { name: onOneLine(fromName), address: sender },
  to: { name: '', address: to },
  envelope: { from: sender, to: [to] },
  messageId: `<${messageId}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
  ...{ subject, text, headers: { 'Auto-Submitted': 'auto-generated' } },
  attachments: attachment ? [{ ...attachment, contentType: 'application/pdf' }] : [],
});

async function reachableAddress(host: string, addresses: OutgoingAddresses): Promise<string> {
  const found = await addressesOf(host);
  const usable = found.find(({ address }) => addresses.isReachable(address));
  if (!usable) throw new Error(`${host} has no public Internet address`);
  return usable.address;
}

/** RFC 5321 section 4.2.1: 5yz. A refused password is the sender's, not the message's. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
}

const sentenceOf = (error: unknown): string => onOneLine(error instanceof Error ? error.message : String(error));
