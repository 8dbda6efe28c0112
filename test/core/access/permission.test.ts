import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../src/core/access/effective-permissions.ts';
import { PERMISSIONS } from '../../../src/core/access/permission.ts';
import { ROLE_NAMES } from '../../../src/core/access/roles.ts';

const standing = { group: 'ISP' as const, roles: ['Admin'], ofReseller: false, franchisee: false, restricted: false };
const has = (change: Partial<Parameters<typeof permissionsOf>[0]>) => [...permissionsOf({ ...standing, ...change })];

describe('permissions', () => {
  it('are all of them for the server administrator only', () => {
    expect(has({ group: 'Server' }).sort()).toEqual(PERMISSIONS.filter((one) => one !== 'care.use').sort());
    expect(has({})).not.toContain('backup.read');
    expect(has({})).not.toContain('isp.admin');
    expect(has({})).not.toContain('credits.write');
  });

  it('of a program are one, which nobody else has', () => {
    const program = { roles: ['CareLine'] };
    for (const group of ['ISP', 'Reseller'] as const) expect(has({ ...program, group })).toEqual(['care.use']);
    expect(has({ ...program, group: 'Employee' })).toEqual([]);
    expect(has({ roles: ['CareLine', 'Support'] })).not.toContain('care.use');
    for (const role of ROLE_NAMES.filter((name) => name !== 'CareLine'))
      expect(has({ roles: [role], group: 'Server' })).not.toContain('care.use');
  });

  it('of a reseller do not include changes of the ISP, its resellers and its wallets', () => {
    const held = has({ group: 'Reseller', ofReseller: true });
    for (const permission of [
      'isp.write',
      'settings.write',
      'reseller.write',
      'wallet.write',
      'proxy.write',
      'gateway.read',
      'payment.refund',
      'service.adjust',
      'service.write_off',
    ])
      expect(held).not.toContain(permission);
    expect(held).toContain('plan.write');
  });

  it('of a franchisee do not include changes of plans', () => {
    expect(has({ group: 'Reseller', ofReseller: true, franchisee: true })).not.toContain('plan.write');
  });

  it('of an employee never include creating users', () => {
    expect(has({ group: 'Employee' })).not.toContain('user.write');
  });

  it('of an employee of some locations never reach beyond them', () => {
    const held = has({ group: 'Employee', restricted: true });
    for (const permission of [
      'audit.read',
      'wallet.write',
      'reseller.write',
      'nas.write',
      'proxy.write',
      'pool.write',
      'location.write',
      'gateway.write',
      'payment.cancel',
      'payment.refund',
    ])
      expect(held).not.toContain(permission);
    expect(held).toContain('service.write');
    expect(has({ group: 'Employee' })).toContain('nas.write');
  });

  it('of several roles add up, and an unknown role gives none', () => {
    expect(new Set(has({ roles: ['Sales', 'Network'] }))).toEqual(
      new Set([...has({ roles: ['Sales'] }), ...has({ roles: ['Network'] })]),
    );
    expect(has({ roles: ['Root'] })).toEqual([]);
  });

  it('of every role but ReadOnly include some write permission', () => {
    const writes = (role: string) => has({ roles: [role] }).filter((permission) => !permission.endsWith('.read'));
    for (const role of ROLE_NAMES) expect(writes(role).length > 0).toBe(role !== 'ReadOnly');
  });
});
