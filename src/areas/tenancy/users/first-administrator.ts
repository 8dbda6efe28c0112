import { digestOfKey, newApiKey } from '../../../core/access/api-key.ts';
import { hashOfNobody } from '../../../core/access/password.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

/** The message for the operator, shown once. A key that the operator chose is not repeated. */
export function administratorNotice({ userid, apiKey }: FirstAdministrator, chosenKey: string | undefined): string {
  const key = chosenKey === undefined ? apiKey : 'the ADMIN_API_KEY you set';
  return `Server administrator, shown only once: userid ${userid}, api_key ${key}`;
}

/** Two nodes may start on an empty database at the same time. */
const FIRST_START_LOCK = 7_205_759;

export interface FirstAdministrator {
  readonly userid: number;
  readonly apiKey: string;
}

/**
 * Creates the server administrator of a new installation. It belongs to no ISP and is the only login user not created through
 * the API. Returns it the first time, later undefined. `apiKey` is the operator's choice (`ADMIN_API_KEY`), else a random one.
 */
export async function ensureFirstAdministrator(
  db: Database,
  apiKey = newApiKey(),
): Promise<FirstAdministrator | undefined> {
  // Without Prisma, whose first statement takes a third of a second that every start would wait for.
  if (await hasAdministrator(db.pool)) return undefined;
  // No one knows this password: the column must not be empty until one is set.
  const passwordHash = await hashOfNobody();
  return db.transaction(async (tx) => {
    await query(tx, sql`SELECT pg_advisory_xact_lock(${FIRST_START_LOCK})`);
    if (await hasAdministrator(tx)) return undefined;
    const user = await tx.loginUser.create({
      data: {
        username: 'admin',
        passwordHash,
        groupname: 'Server',
        roles: ['Admin'],
        createdBy: 'system',
        updatedBy: 'system',
      },
      select: { id: true },
    });
    await tx.apiKey.create({ data: { userId: user.id, digest: new Uint8Array(digestOfKey(apiKey)) } });
    return { userid: user.id, apiKey };
  });
}

/** Also one that was deleted: it has been there. */
async function hasAdministrator(db: Runner): Promise<boolean> {
  const rows = await query<{ id: number }>(db, sql`SELECT id FROM auth.login_user WHERE groupname = 'Server' LIMIT 1`);
  return rows.length > 0;
}
