import fc from 'fast-check';
import { expect, it } from 'vitest';
import { servedBy, serves } from '../../../src/areas/network/nas/serves.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { makeNas } from '../../factories/network.ts';
import { makeIsp, makeReseller } from '../../factories/tenants.ts';
import { freshDatabase } from '../../fixtures/database.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const resellers = await Promise.all([1, 2, 3].map(async () => (await makeReseller(db, isp)).id));
const nas = await makeNas(db, isp);

it('serves and servedBy agree, however a NAS is owned and shared', async () => {
  const owner = fc.option(fc.constantFrom(...resellers));
  const sharing = fc.record({ resellerId: owner, shareAll: fc.boolean(), sharedWith: fc.subarray(resellers) });
  await fc.assert(
    fc.asyncProperty(sharing, async ({ resellerId, shareAll, sharedWith }) => {
      const all = resellerId === null && shareAll;
      const rows =
        resellerId === null ? sharedWith.map((id) => ({ nasId: nas.id, resellerId: id, ispId: isp.id })) : [];
      await db.prisma.nasShare.deleteMany({ where: { nasId: nas.id } });
      await db.prisma.nas.update({ where: { id: nas.id }, data: { resellerId, shareAll: all } });
      await db.prisma.nasShare.createMany({ data: rows });
      const [found] = await query<{ served: boolean[] }>(
        db.pool,
        sql`SELECT array_agg(${servedBy('n', sql`r.id`)} ORDER BY r.id NULLS FIRST) AS served
            FROM radius.nas n CROSS JOIN unnest(${[null, ...resellers]}::int[]) AS r (id) WHERE n.id = ${nas.id}`,
      );
      const facts = { resellerId, shareAll: all, sharedWith: new Set(rows.map((row) => row.resellerId)) };
      const ordered = [null, ...resellers.toSorted((one, other) => one - other)];
      expect(found?.served).toEqual(ordered.map((id) => serves(facts, id)));
    }),
    { numRuns: 40 },
  );
});
