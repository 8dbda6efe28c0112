import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import { ispOfNew } from '../../../core/tenancy/owner.ts';
import { SECRET_PURPOSE } from '../../../core/vocabulary/notice.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { refuseUnfitSender } from './sender-rules.ts';
import type { senderSettings } from './sender-settings.ts';

type Settings = z.output<typeof senderSettings>;

/** Replaces how the ISP sends by the channel. The secret stays if the same server is asked. */
export async function setSender(tx: Tx, { scope, kernel }: Call, input: Settings): Promise<'done'> {
  refuseUnfitSender(input, kernel.config.outgoing);
  const ispId = await ispOfNew(tx, scope, input);
  const { channel } = input;
  await tx.$queryRaw`SELECT FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`;
  const stored = await tx.noticeSender.findUnique({ where: { ispId_channel: { ispId, channel } } });
  const secretEnc =
    input.secret === undefined ? keptSecret(stored, input) : seal(kernel.secretsKeys, SECRET_PURPOSE, input.secret);
  const isEmail = channel === 'email';
  const data = {
    ...{ host: input.host ?? null, port: isEmail ? (input.port ?? 587) : null, username: input.username ?? null },
    ...{ sender: input.from ?? null, url: input.url ?? null, headers: input.headers ?? null, body: input.body ?? null },
    ...{
      expect: input.expect ?? null,
      countryCode: input.country_code === undefined ? null : String(input.country_code),
    },
    ...{ perSecond: input.per_second ?? null, perDay: input.per_day ?? null, secretEnc, updatedBy: scope.by },
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

/** A caller who may set an address must not learn the secret by naming one of their own. */
function keptSecret(stored: Stored | null, { host, port = 587, url }: Settings): Uint8Array<ArrayBuffer> | null {
  if (!stored?.secretEnc) return null;
  const isSame = url === undefined ? stored.host === host && stored.port === port : stored.url === url;
  if (!isSame) throw badParameter('secret', 'is required again, because the address changes');
  return Buffer.from(stored.secretEnc);
}
