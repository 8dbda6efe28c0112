import { expect, it } from 'vitest';
import { logHeads } from '../../../../../src/areas/installation/audit/chain/log-heads.ts';
import { isSigned } from '../../../../../src/areas/installation/audit/chain/signature.ts';
import { createLog } from '../../../../../src/config/log.ts';
import { SECRETS_KEYS } from '../../../../factories/services.ts';
import { makeIsp } from '../../../../factories/tenants.ts';
import { freshDatabase } from '../../../../fixtures/database.ts';
import { change, sealAll } from './history.ts';

const db = await freshDatabase();

/** What a run of the job logs. */
async function logged() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  await logHeads({ db, log, secretsKeys: SECRETS_KEYS });
  return lines.map((line) => JSON.parse(line));
}

it('the head of a chain is logged, signed, and again when it has grown', async () => {
  const [one, other] = [await makeIsp(db), await makeIsp(db)];
  expect(await logged()).toEqual([]);
  for (const { id } of [one, one, other]) await change(db, id);
  await sealAll(db);
  const lines = await logged();
  expect(lines).toMatchObject([
    { msg: 'audit head', isp: one.id, seq: 2 },
    { msg: 'audit head', isp: other.id, seq: 1 },
  ]);
  expect(lines.every((line) => isSigned(line, line))).toBe(true);
  expect(isSigned({ ...lines[0], seq: 1 }, lines[0])).toBe(false);
  expect(isSigned(lines[0], { ...lines[0], key: 'no key' })).toBe(false);
  expect(await logged()).toEqual([]);
  await change(db, other.id);
  await sealAll(db);
  expect(await logged()).toMatchObject([{ isp: other.id, seq: 2 }]);
});
