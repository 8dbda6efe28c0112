import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll } from 'vitest';
import type { Api, Credentials } from '../../../fixtures/api.ts';

/** A folder for this test file, removed afterwards. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-backup-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The call as a client makes it; the caller checks the response. */
export function backupCall(
  api: Api,
  db: string,
  { as = api.admin, signal }: { as?: Credentials; signal?: AbortSignal } = {},
): Promise<Response> {
  const fields = { db, userid: String(as.userid), api_key: as.api_key };
  return fetch(`${api.url}/api/backup/db`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    ...(signal ? { signal } : {}),
  });
}

/** Downloads a backup into a file; `meanwhile` runs once it has started. Returns its path. */
export async function download(
  api: Api,
  db: string,
  folder: string,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<string> {
  const response = await backupCall(api, db);
  if (!response.ok || !response.body) throw new Error(await response.text());
  await meanwhile();
  const file = join(folder, `${db}-${Math.random().toString(36).slice(2)}.sql.gz`);
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file));
  return file;
}
