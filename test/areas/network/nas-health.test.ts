import { beforeAll, describe, expect, it } from 'vitest';
import { countSessions } from '../../../src/areas/insight/dashboard/count-sessions.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let mine: Tenant;
let theirs: Tenant;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const health = (parameters = {}, as = mine.me) =>
  api.ok<Record<string, unknown>[]>('radius/nas/health', parameters, as);

beforeAll(async () => {
  mine = await makeTenant(api);
  theirs = await makeTenant(api);
  const { nasid: nasId, ispid: ispId, serviceid: serviceId, username } = mine;
  const session = { ispId, serviceId, username, nasId, nasIp: '127.0.0.1', startedAt: minutesAgo(99) };
  await api.db.prisma.session.createMany({
    data: [
      { ...session, acctSessionId: 'a', updatedAt: minutesAgo(20) },
      { ...session, acctSessionId: 'b', updatedAt: minutesAgo(30), endedAt: minutesAgo(30), terminateCause: 'Stale' },
    ],
  });
  const counts = { accepts: 3, rejects: 2, acknowledged: 4, refused: 1, unanswered: 5 };
  await api.db.prisma.nasPulse.createMany({
    data: [1, 40, 61, 90].map((minutes) => ({ nasId, minute: minutesAgo(minutes), ...counts })),
  });
  await countSessions(api.kernel);
});

describe('the health of a NAS', () => {
  it('is what was heard of it and how it answered within an hour', async () => {
    await api.db.prisma.nasHeard.create({ data: { nasId: mine.nasid, authAt: minutesAgo(2) } });
    expect(await health()).toMatchObject([
      {
        id: String(mine.nasid),
        online: 1,
        stale: 1,
        accepts: 6,
        rejects: 4,
        coa_acknowledged: 8,
        coa_refused: 2,
        coa_unanswered: 10,
        silent: '1',
      },
    ]);
    const [{ auth_heard_at, acct_heard_at } = {}] = await health();
    expect(auth_heard_at).not.toBeNull();
    expect(acct_heard_at).not.toBeNull();
  });

  it('is not silent when it is heard again, or had no sessions', async () => {
    await api.db.prisma.nasHeard.update({ where: { nasId: mine.nasid }, data: { acctAt: minutesAgo(1) } });
    expect(await health()).toMatchObject([{ silent: '0' }]);
    expect(await health({}, theirs.me)).toMatchObject([
      { id: String(theirs.nasid), online: 0, accepts: 0, auth_heard_at: null, acct_heard_at: null, silent: '0' },
    ]);
  });

  it('is shown to a reseller without the figures of others', async () => {
    const user = { groupname: 'Reseller', resellerid: mine.resellerid, ispid: mine.ispid };
    const staff = await makeUser(api, mine.me, user);
    expect(await health({}, staff)).toMatchObject([
      {
        id: String(mine.nasid),
        online: null,
        stale: null,
        accepts: null,
        rejects: null,
        coa_unanswered: null,
        silent: '0',
      },
    ]);
    await api.db.prisma.nas.update({
      where: { id: mine.nasid },
      data: { resellerId: mine.resellerid, shareAll: false },
    });
    expect(await health({}, staff)).toMatchObject([{ online: 1, accepts: 6 }]);
  });

  it('is still counted when a late record has left a session of a NAS that has moved to another installation', async () => {
    const { ispid: ispId, nasid: nasId, username } = theirs;
    const session = { ispId, username, nasIp: '127.0.0.1', acctSessionId: 'c', startedAt: minutesAgo(1) };
    for (const id of [nasId, 2_000_000_000])
      await api.db.prisma.session.create({ data: { ...session, nasId: id, updatedAt: minutesAgo(1) } });
    await countSessions(api.kernel);
    expect(await health({}, theirs.me)).toMatchObject([{ online: 1 }]);
  });
});
