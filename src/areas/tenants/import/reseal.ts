import type pg from 'pg';
import { SealError, seal, unseal } from '../../../db/seal.ts';
import { execute, query, raw, sql } from '../../../db/sql.ts';
import { KEY_PURPOSE, WEBHOOK_PURPOSE } from '../../gateways/vocabulary.ts';
import { FACTOR_PURPOSE } from '../../logins/second-factor.ts';
import { SECRET_PURPOSE as SENDER_PURPOSE } from '../../notices/vocabulary.ts';
import { SECRET_PURPOSE } from '../../webhooks/vocabulary.ts';
import type { Reseals } from './fits.ts';

interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly purpose: string;
  /** Of the rows of the ISP, which is the parameter. */
  readonly where: string;
}

const SEALED: readonly SealedColumn[] = [
  { table: 'crm.service', key: 'id', column: 'password_enc', purpose: 'service.password', where: 't.isp_id' },
  { table: 'radius.nas', key: 'id', column: 'secret_enc', purpose: 'nas.secret', where: 't.isp_id' },
  { table: 'radius.nas', key: 'id', column: 'api_password_enc', purpose: 'nas.api_password', where: 't.isp_id' },
  { table: 'radius.proxy', key: 'id', column: 'secret_enc', purpose: 'proxy.secret', where: 't.isp_id' },
  { table: 'crm.webhook', key: 'id', column: 'secret_enc', purpose: SECRET_PURPOSE, where: 't.isp_id' },
  { table: 'crm.webhook', key: 'id', column: 'previous_secret_enc', purpose: SECRET_PURPOSE, where: 't.isp_id' },
  { table: 'crm.payment_gateway', key: 'id', column: 'key_secret_enc', purpose: KEY_PURPOSE, where: 't.isp_id' },
  {
    table: 'crm.payment_gateway',
    key: 'id',
    column: 'webhook_secret_enc',
    purpose: WEBHOOK_PURPOSE,
    where: 't.isp_id',
  },
  { table: 'crm.notice_sender', key: 'id', column: 'secret_enc', purpose: SENDER_PURPOSE, where: 't.isp_id' },
  { table: 'auth.second_factor', key: 'user_id', column: 'secret_enc', purpose: FACTOR_PURPOSE, where: 'u.isp_id' },
];

const BATCH = 1_000;

/** Seals the secrets of an ISP with another key. Returns how many could not be opened, and stay as they are. */
export async function reseal(client: pg.ClientBase, ispId: number, keys: Reseals): Promise<number> {
  let unreadable = 0;
  for (const each of SEALED) unreadable += await resealColumn(client, ispId, { ...each, ...keys });
  return unreadable;
}

async function resealColumn(
  client: pg.ClientBase,
  ispId: number,
  { table, key, column, purpose, where, from, to }: SealedColumn & Reseals,
): Promise<number> {
  let unreadable = 0;
  for (let after = 0; ; ) {
    const rows = await query<{ id: number; sealed: Buffer | null }>(
      client,
      sql`SELECT t.${raw(key)} AS id, t.${raw(column)} AS sealed FROM ${raw(table)} t
          ${raw(where === 'u.isp_id' ? 'JOIN auth.login_user u ON u.id = t.user_id' : '')}
          WHERE ${raw(where)} = ${ispId} AND t.${raw(key)} > ${after} ORDER BY t.${raw(key)} LIMIT ${BATCH}`,
    );
    const ids: number[] = [];
    const values: Buffer[] = [];
    for (const { id, sealed } of rows) {
      const text = sealed === null ? undefined : opened(from, purpose, sealed);
      if (sealed !== null && text === undefined) unreadable += 1;
      if (text === undefined) continue;
      ids.push(id);
      values.push(seal(to, purpose, text));
    }
    await execute(
      client,
      sql`UPDATE ${raw(table)} t SET ${raw(column)} = d.sealed
          FROM unnest(${ids}::int[], ${values}::bytea[]) AS d (id, sealed) WHERE t.${raw(key)} = d.id`,
    );
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return unreadable;
    after = last.id;
  }
}

function opened(key: Buffer, purpose: string, sealed: Buffer): string | undefined {
  try {
    return unseal(key, purpose, sealed);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
