import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../src/areas/installation/backup/catalog.ts';
import { DATABASES } from '../../../../src/areas/installation/backup/databases.ts';
import { keyOf } from '../../../../src/areas/installation/backup/format.ts';
import { GUARDED, isClosed, referencesOf } from '../../../../src/areas/installation/tenants/references.ts';
import { TENANCY, tenancyOf } from '../../../../src/areas/installation/tenants/tenancy.ts';
import { freshDatabase } from '../../../fixtures/database.ts';

const db = await freshDatabase();
const tables = await tablesOf(db.pool, DATABASES);
const references = await referencesOf(db.pool);

describe('every table', () => {
  it('belongs to an ISP by a column, by a parent row, or to the installation', () => {
    expect(Object.keys(TENANCY).sort()).toEqual(tables.map(keyOf).sort());
  });

  it('with a column isp_id says that it is the owner, unless it stays', () => {
    const missed = tables.filter((table) => {
      const tenancy = tenancyOf(table);
      return table.columns.includes('isp_id') && tenancy && 'via' in tenancy;
    });
    expect(missed.map(keyOf)).toEqual([]);
  });

  it('has the column that it belongs by, and its parent has isp_id', () => {
    for (const table of tables) {
      const tenancy = tenancyOf(table);
      if (!tenancy || 'stays' in tenancy) continue;
      const column = 'own' in tenancy ? tenancy.own : (/^\(?t\.(\w+)/.exec(tenancy.via)?.[1] ?? '');
      expect(table.columns, keyOf(table)).toContain(column);
      if ('via' in tenancy) expect(TENANCY[tenancy.parent as keyof typeof TENANCY]).toEqual({ own: 'isp_id' });
    }
  });

  it('with a path has a foreign key on it, except to services from usage by day', () => {
    const without = tables.filter((table) => {
      const tenancy = tenancyOf(table);
      if (!tenancy || !('via' in tenancy)) return false;
      return !references.some(
        ({ child, parent, columns }) =>
          keyOf(child) === keyOf(table) && keyOf(parent) === tenancy.parent && columns.includes(tenancy.via.slice(2)),
      );
    });
    expect(without.map(keyOf)).toEqual([
      // The key is (service_id, period_id) of the period, whose service is the same.
      'crm.promise',
      'crm_archive.usage_day',
      'radius.usage_day',
    ]);
  });
});

describe('every foreign key', () => {
  it('keeps both ends in one ISP by itself, or says what does', () => {
    const open = references.filter((reference) => !isClosed(reference, references));
    expect(open.map(({ name }) => name).sort()).toEqual(Object.keys(GUARDED).sort());
  });

  it('that could point to another ISP’s row is found', () => {
    const child = { schema: 'crm', name: 'service' };
    const careless = {
      name: 'careless',
      child,
      columns: ['ip_pool_id'],
      parent: { schema: 'radius', name: 'ip_pool' },
      keys: ['id'],
    };
    expect(isClosed(careless, [careless])).toBe(false);
    const pool = { ...careless, columns: ['isp_id', 'ip_pool_id'], keys: ['isp_id', 'id'] };
    expect(isClosed(pool, [pool])).toBe(true);
  });
});
