import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { OutgoingConnection } from '../../../core/outgoing/request.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { type Destination, deliver } from './deliver.ts';

export const tested = z.strictObject({ id: wire.id() });

export const testResult = z.object({
  accepted: wire.flagYN(),
  http_status: wire.amount().nullable(),
  duration_ms: wire.count(),
  error: wire.shown().nullable(),
});

interface Stored extends Destination {
  readonly ispId: number;
}

/** Of one ISP on a node at a time: a test waits for a host that the caller has chosen. */
const MAX_TESTS = 2;
const running = new Map<number, number>();

interface Using {
  readonly db: Pick<Database, 'transaction' | 'pool'>;
  /** Records the call in the audit, before the message is sent. */
  readonly record: () => Promise<void>;
}

/** Sends a message of type `webhook.test` at once, whatever the status of the webhook, and says what came of it. */
export async function testWebhook(
  { db, record }: Using,
  { scope, kernel }: Call,
  { id }: z.output<typeof tested>,
): Promise<z.output<typeof testResult>> {
  const webhook = await db.transaction((tx) =>
    readForUpdate<Stored>(
      tx,
      scope,
      { what: 'webhook', id },
      sql`x.isp_id AS "ispId", x.url, x.secret_enc AS "secretEnc", x.previous_secret_enc AS "previousSecretEnc",
        x.previous_until AS "previousUntil"`,
    ),
  );
  const others = running.get(webhook.ispId) ?? 0;
  if (others >= MAX_TESTS)
    throw new Fault('tooMany', `${MAX_TESTS} tests of webhooks are already running; try again later`);
  running.set(webhook.ispId, others + 1);
  const connection = new OutgoingConnection(0);
  try {
    await record();
    const timestamp = kernel.clock.now().toISOString();
    const content = { type: 'webhook.test', version: 1, timestamp, ispid: webhook.ispId, data: { webhookid: id } };
    const attempt = await deliver(kernel, webhook, connection, { id: `test_${randomUUID()}`, content });
    await execute(
      db.pool,
      sql`INSERT INTO crm.webhook_delivery (isp_id, webhook_id, type, attempt, at, duration, http_status, error)
          VALUES (${webhook.ispId}, ${id}, 'webhook.test', 1, ${attempt.at}::timestamptz, ${attempt.durationMs},
            ${attempt.httpStatus}::int, ${attempt.error}::text)`,
    );
    const { httpStatus, durationMs, error } = attempt;
    return { accepted: error === null, http_status: httpStatus, duration_ms: durationMs, error };
  } finally {
    connection.close();
    const left = (running.get(webhook.ispId) ?? 1) - 1;
    if (left > 0) running.set(webhook.ispId, left);
    else running.delete(webhook.ispId);
  }
}
