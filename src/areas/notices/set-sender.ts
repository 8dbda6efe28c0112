import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter } from '../../core/fault.ts';
import * as wire from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { seal } from '../../db/seal.ts';
import { ispOfNew, ispShape } from '../isps/owner.ts';
import { refuseUnfitSender } from './sender-rules.ts';
import { CHANNELS, SECRET_PURPOSE } from './vocabulary.ts';

export const senderSettings = z.strictObject({
  ...ispShape(),
  channel: wire.oneOf(CHANNELS),
  host: wire.described('email: the SMTP server', wire.text(253)).optional(),
  port: wire.described('email: default 587', wire.wholeNumber(1, 65535)).optional(),
  username: wire.described('email: of the SMTP server, if it wants one', wire.text(200)).optional(),
  from: wire.described('email: the address of the sender', wire.email()).optional(),
  url: wire.described('sms, whatsapp: with placeholders such as {to}', wire.text(2000)).optional(),
  headers: wire.described('sms, whatsapp: one a line', wire.text(4000)).optional(),
  body: wire.described('sms, whatsapp: of a POST; without it the request is a GET', wire.text(8000)).optional(),
  expect: wire.described('sms, whatsapp: a text that the answer of an accepted message has', wire.text(200)).optional(),
  country_code: wire
    .described('sms, whatsapp: of telephone numbers that have none, such as 91', wire.wholeNumber(1, 9999))
    .optional(),
  secret: wire
    .described('the SMTP password, or what {secret} stands for; kept as it is if left out', wire.secret(1000))
    .optional(),
});

type Settings = z.output<typeof senderSettings>;

/** Replaces how the ISP sends by the channel. The secret stays if the same server is asked. */
export async function setSender(tx: Tx, { scope, kernel }: Call, input: Settings): Promise<'done'> {
  refuseUnfitSender(input, kernel.config.outgoing);
  const ispId = await ispOfNew(tx, scope, input);
  const { channel } = input;
  await tx.$queryRaw`SELECT FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`;
  const stored = await tx.noticeSender.findUnique({ where: { ispId_channel: { ispId, channel } } });
  const secretEnc =
    input.secret === undefined ? keptSecret(stored, input) : seal(kernel.secretsKey, SECRET_PURPOSE, input.secret);
  const isEmail = channel === 'email';
  const data = {
    ...{ host: input.host ?? null, port: isEmail ? (input.port ?? 587) : null, username: input.username ?? null },
    ...{ sender: input.from ?? null, url: input.url ?? null, headers: input.headers ?? null, body: input.body ?? null },
    ...{
      expect: input.expect ?? null,
      countryCode: input.country_code === undefined ? null : String(input.country_code),
    },
    ...{ secretEnc, updatedBy: scope.by },
  };
  if (stored) await tx.noticeSender.update({ where: { id: stored.id }, data });
  else await tx.noticeSender.create({ data: { ...data, ispId, channel, createdBy: scope.by } });
  return 'done';
}

interface Stored {
  readonly host: string | null;
  readonly port: number | null;
  readonly url: string | null;
  readonly secretEnc: Uint8Array | null;
}

/** Whoever may set an address must not learn the secret by naming one of his own. */
function keptSecret(stored: Stored | null, { host, port = 587, url }: Settings): Uint8Array<ArrayBuffer> | null {
  if (!stored?.secretEnc) return null;
  const isSame = url === undefined ? stored.host === host && stored.port === port : stored.url === url;
  if (!isSame) throw badParameter('secret', 'is required again, since another address is asked');
  return Buffer.from(stored.secretEnc);
}
