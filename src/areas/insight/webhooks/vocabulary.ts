import { z } from 'zod';
import type { OutgoingAddresses } from '../../../config/outgoing-addresses.ts';
import { badParameter } from '../../../core/fault.ts';
import { urlRefusal } from '../../../core/outgoing/request.ts';
import * as wire from '../../../core/wire/index.ts';

/** `Disabled`: by Lastmile, after a day of failures or because the receiver said that it is gone. */
export const WEBHOOK_STATUSES = ['Enabled', 'Paused', 'Disabled'] as const;

export const DISABLED_AFTER_MS = 24 * 3_600_000;

/** The seal of a secret is bound to what it is for. */
export const SECRET_PURPOSE = 'webhook.secret';

export function webhookUrl() {
  const problem = 'must be a URL of at most 500 characters that begins with https://';
  const schema = z
    .string(wire.errorText(problem))
    .trim()
    .refine((text) => text.length <= 500 && URL.canParse(text), { error: problem });
  return wire.kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'https://crm.example.net/lastmile' },
  });
}

/** @throws Fault of kind `badInput` if the node must not call the address */
export function refuseUrl(url: string | undefined, addresses: OutgoingAddresses): void {
  const refusal = url === undefined ? null : urlRefusal(url, addresses);
  if (refusal !== null) throw badParameter('url', refusal);
}
