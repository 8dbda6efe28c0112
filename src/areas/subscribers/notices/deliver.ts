import type { Kernel } from '../../../core/kernel.ts';
import { type Channel, SECRET_PURPOSE, type Trigger } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { unseal } from '../../../db/seal.ts';
import { query, sql } from '../../../db/sql.ts';
import { readInvoice } from '../../money/invoices/document.ts';
import { fileName } from '../../money/invoices/pdf/file-name.ts';
import { invoicePdf } from '../../money/invoices/pdf/invoice-pdf.ts';
import { readReceipt } from '../../money/payments/receipt/read-receipt.ts';
import { receiptPdf } from '../../money/payments/receipt/receipt-pdf.ts';
import { type Mail, PermanentRefusal, sendEmail } from './send-email.ts';
import { internationalNumber, type Provider, sendByRequest, TooManyMessages } from './send-request.ts';

export type Environment = Pick<Kernel, 'db' | 'config' | 'secretsKeys'>;

/** A message with its texts. */
export interface Letter {
  readonly ispId: number;
  readonly channel: Channel;
  /** The same for every attempt, so that a receiver recognises a repetition. */
  readonly messageId: string;
  readonly address: string;
  readonly subject: string | null;
  readonly body: string;
  readonly fromName: string;
  readonly dltTemplateId: string | null;
  readonly attachment: { readonly trigger: Trigger; readonly id: number } | null;
}

export type Sending =
  | { readonly result: 'accepted' }
  /** `isFinal`: a repetition would change nothing. */
  | {
      readonly result: 'refused';
      readonly reason: string;
      readonly isFinal: boolean;
      /** The provider has had too many messages, and wants none for so long. */
      readonly waitMs?: number;
    }
  | { readonly result: 'noSender' };

/** Sends one message as its ISP does by this channel. What went wrong is in the result. */
export async function deliver(environment: Environment, letter: Letter): Promise<Sending> {
  return deliverBy(environment, await readSender(environment.db, letter), letter);
}

/** As `deliver`, for a sender that was read for several messages. Never throws. */
export async function deliverBy(
  { db, config, secretsKeys }: Environment,
  sender: Sender | undefined,
  letter: Letter,
): Promise<Sending> {
  if (!sender) return { result: 'noSender' };
  try {
    const secret = sender.secretEnc === null ? null : unseal(secretsKeys, SECRET_PURPOSE, sender.secretEnc);
    if (letter.channel === 'email') {
      const server = { host: sender.host ?? '', port: sender.port ?? 0, username: sender.username };
      const { messageId, fromName, address: to, subject, body: text } = letter;
      const mail = { messageId, fromName, to, subject: subject ?? '', text, attachment: await fileOf(db, letter) };
      await sendEmail({ ...server, password: secret, sender: sender.sender ?? '' }, mail, config.outgoing);
    } else {
      const values = {
        ...{ to: internationalNumber(letter.address, sender.countryCode), text: letter.body },
        ...{ dlt_template_id: letter.dltTemplateId ?? '', message_id: letter.messageId, secret: secret ?? '' },
      };
      await sendByRequest({ ...sender, url: sender.url ?? '' }, values, config.outgoing);
    }
    return { result: 'accepted' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const wait = error instanceof TooManyMessages ? { waitMs: error.waitMs } : {};
    return { result: 'refused', reason, isFinal: error instanceof PermanentRefusal, ...wait };
  }
}

export interface Sender extends Omit<Provider, 'url'> {
  readonly url: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly username: string | null;
  readonly sender: string | null;
  readonly secretEnc: Buffer | null;
}

/** Undefined: the ISP has none for the channel. */
export async function readSender(
  { pool }: Pick<Database, 'pool'>,
  { ispId, channel }: Pick<Letter, 'ispId' | 'channel'>,
): Promise<Sender | undefined> {
  const [sender] = await query<Sender>(
    pool,
    sql`SELECT host, port, username, sender, url, headers, body, expect, country_code AS "countryCode", secret_enc AS "secretEnc"
        FROM crm.notice_sender WHERE isp_id = ${ispId} AND channel = ${channel}`,
  );
  return sender;
}

async function fileOf(db: Database, { attachment }: Letter): Promise<Mail['attachment']> {
  if (!attachment) return null;
  if (attachment.trigger === 'payment_received')
    return {
      filename: `receipt-${attachment.id}.pdf`,
      content: Buffer.from(await receiptPdf(await readReceipt(db, attachment.id))),
    };
  const invoice = await readInvoice(db, attachment.id);
  return { filename: fileName(invoice.documentNo), content: Buffer.from(await invoicePdf(invoice)) };
}
