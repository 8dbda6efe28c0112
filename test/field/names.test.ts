import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from '../radius/fixtures/accounting.ts';
import type { Decoded, Pair } from '../radius/fixtures/radius-package.ts';
import { startTestServer, until } from '../radius/fixtures/server.ts';
import { TestNas } from '../radius/fixtures/test-nas.ts';
import { casesOf } from './cases.ts';

/** A file of `names/`: how NASes and devices name a subscriber, and who is let in by that. */
interface Case {
  readonly services: readonly {
    readonly username: string;
    /** The device that it is bound to. */
    readonly mac?: string;
    /** The device that logs in without a password. */
    readonly identity?: string;
  }[];
  /** Of the ISP, and of the NAS alone where `nas` says so. */
  readonly realms?: readonly { form: string; realm: string; action: string; nas?: true }[];
  /** By password, `secret` where `password` does not say another one (null: an empty one). */
  readonly logins: readonly {
    readonly name: string;
    readonly password?: string | null;
    readonly station?: string;
    /** Chargeable-User-Identity in hexadecimal digits; `00` asks for one. */
    readonly identity?: string;
    /** The username of the service that is let in; null: nobody is. */
    readonly right: string | null;
    /** That the session then has. */
    readonly mac?: string | null;
  }[];
}

const CHARGEABLE_USER_IDENTITY = 89;
const cases = casesOf<Case>('names');
const db = await freshDatabase();
const server = await startTestServer(db);
const open: TestNas[] = [];
afterAll(() => {
  for (const nas of open) nas.close();
});

describe.each(cases)('names: $name', ({ services, realms = [], logins }) => {
  const ids = new Map<string, number>();
  let nas: TestNas;

  beforeAll(async () => {
    const isp = await makeIsp(db);
    const plan = await makePlan(db, isp);
    const row = await makeNas(db, isp, { ipoe: services.some(({ identity }) => identity !== undefined) });
    for (const { username, mac, identity } of services) {
      const { id } = await makeService(db, plan, { username, ...(mac ? { mac, macBind: 'Manual' } : {}) });
      ids.set(username, id);
      if (identity) await db.prisma.serviceIdentity.create({ data: { serviceId: id, ispId: isp.id, mac: identity } });
    }
    for (const { nas: ofNas, ...rule } of realms)
      await db.prisma.realmRule.create({ data: { ispId: isp.id, ...(ofNas ? { nasId: row.id } : {}), ...rule } });
    await until(() => server.network.caughtUp());
    nas = await TestNas.open(row);
    open.push(nas);
  });

  it.each(logins.map((login) => [JSON.stringify(login), login] as const))('%s', async (_, login) => {
    const { name, password = 'secret', station, identity, right, mac } = login;
    const common: Pair[] = [
      ...(station === undefined ? [] : ([['Calling-Station-Id', station]] as Pair[])),
      ...(identity === undefined ? [] : ([[CHARGEABLE_USER_IDENTITY, Buffer.from(identity, 'hex')]] as Pair[])),
    ];
    const request: Pair[] = [['User-Name', name], ['User-Password', password ?? '\0'], ...common];
    const answer = await nas.ask(server.authPort, nas.accessRequest(request));
    expect(answer?.code).toBe(right === null ? 'Access-Reject' : 'Access-Accept');
    if (right === null) return;
    // Some NASes return no Class, and then the name alone says whose the session is.
    const sessions = [await session(answer, login.name, common), await session(null, login.name, common)];
    for (const each of sessions) {
      expect(each).toMatchObject({ service: ids.get(right), username: name });
      if (mac !== undefined) expect(each?.mac).toBe(mac);
    }
  });

  let number = 0;
  /** What is kept of a session that begins and ends. */
  async function session(accept: Decoded | null, username: string, common: readonly Pair[]) {
    number += 1;
    const id = `${nas.ip}-${number}`;
    const returned: Pair[] = accept ? [['Class', accept.attributes.Class as Buffer]] : [];
    for (const type of ['Start', 'Stop'] as const) {
      const packet = accounting({ type, username, session: id, at: Date.now(), more: [...common, ...returned] });
      await nas.ask(server.acctPort, nas.accountingRequest(packet));
    }
    const [row] = await query<{ service: number; username: string; mac: string | null }>(
      db.pool,
      sql`SELECT service_id AS service, username, mac FROM radius.session WHERE acct_session_id = ${id}`,
    );
    return row;
  }
});
