import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { badParameter } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

/** Whose PIN it is. */
export interface PinOwner {
  readonly ispId: number;
  readonly customerId: number;
}

const FORM = /^\d{4,6}$/;
const DIGITS = '01234567890123456789';
const DOWNWARDS = [...DIGITS].reverse().join('');

/** @throws Fault of kind `badInput` for one that anybody would try first */
export function checkNewPin(pin: string): void {
  if (!FORM.test(pin)) throw badParameter('pin', 'must have 4 to 6 digits');
  const isOneDigit = new Set(pin).size === 1;
  if (isOneDigit || DIGITS.includes(pin) || DOWNWARDS.includes(pin))
    throw badParameter('pin', 'is too easy to guess; do not repeat one digit, or count up or down');
}

/**
 * What the database keeps of a PIN: with the key of the installation, since all PINs are tried out in no time. It is bound to its
 * customer, so that equal PINs look different.
 */
const pinHash = (secretsKey: Buffer, { ispId, customerId }: PinOwner, pin: string): Buffer =>
  createHmac('sha256', secretsKey).update(`lastmile care pin ${ispId} ${customerId} ${pin}`).digest();

interface Keys {
  readonly secretsKeys: SecretsKeys;
  readonly now: Date;
}

/** Null: the customer has none any more. */
export async function setPin(tx: Tx, owner: PinOwner, pin: string | null, { secretsKeys, now }: Keys): Promise<void> {
  const { ispId, customerId } = owner;
  if (pin === null) {
    await execute(tx, sql`DELETE FROM crm.care_pin WHERE isp_id = ${ispId} AND customer_id = ${customerId}`);
    return;
  }
  await execute(
    tx,
    sql`INSERT INTO crm.care_pin (isp_id, customer_id, pin_hash, set_at)
        VALUES (${ispId}, ${customerId}, ${pinHash(secretsKeys.current, owner, pin)}, ${now}::timestamptz)
        ON CONFLICT (customer_id) DO UPDATE SET pin_hash = excluded.pin_hash, set_at = excluded.set_at`,
  );
}

/** A PIN that an earlier key of the installation has made is kept with the present one from then on. */
export async function isPin(tx: Tx, owner: PinOwner, pin: string, { secretsKeys }: Keys): Promise<boolean> {
  const { ispId, customerId } = owner;
  const [stored] = await query<{ hash: Buffer }>(
    tx,
    sql`SELECT pin_hash AS hash FROM crm.care_pin WHERE isp_id = ${ispId} AND customer_id = ${customerId}`,
  );
  if (!stored) return false;
  const right = secretsKeys.all.find((key) => timingSafeEqual(pinHash(key, owner, pin), stored.hash));
  if (right && right !== secretsKeys.current)
    await execute(
      tx,
      sql`UPDATE crm.care_pin SET pin_hash = ${pinHash(secretsKeys.current, owner, pin)} WHERE customer_id = ${customerId}`,
    );
  return right !== undefined;
}
