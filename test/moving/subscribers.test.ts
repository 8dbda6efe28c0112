import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../fixtures/ledger.ts';
import { contact } from '../fixtures/tenants.ts';
import { counted, emptyIsp, type Line, MAPPING, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);
verifyLedgerAfterAll(api);

const address = { zipcode: '560001', state: 'Karnataka', city: 'Bengaluru', street: '1 Main Road' };
const mapping = {
  ...MAPPING,
  defaults: { ...MAPPING.defaults, ...address, mobile: contact.mobile, email: contact.email, valid_upto: '2031-12-31' },
};

let dumps = 0;
/** A dump of FreeRADIUS with these users in radcheck, all in the group gold, and a NAS of its own. */
async function dumpOf(
  checks: readonly (readonly [string, string, string, string])[],
  more = (_nas: string) => '',
): Promise<string> {
  dumps += 1;
  const nas = `192.0.2.${dumps}`;
  const names = [...new Set(checks.map(([name]) => name))];
  const text = [
    '-- MySQL dump\n',
    ...checks.map(
      ([name, attribute, op, value]) =>
        `INSERT INTO radcheck (username, attribute, op, value) VALUES ('${name}','${attribute}','${op}','${value}');\n`,
    ),
    "INSERT INTO radgroupreply (groupname, attribute, op, value) VALUES ('gold','Mikrotik-Rate-Limit',':=','10M/20M');\n",
    ...names.map((name) => `INSERT INTO radusergroup (username, groupname, priority) VALUES ('${name}','gold',1);\n`),
    `INSERT INTO nas (nasname, shortname, secret) VALUES ('${nas}','core','testing123');\n`,
    `${more(nas)}-- Dump completed\n`,
  ].join('');
  return moving.file(`subscribers${dumps}.sql`, text);
}

async function importOf(isp: string, file: string, ...words: string[]): Promise<Line[]> {
  const { report, err } = await moving.import(
    ...['--isp', isp, '--format', 'freeradius-mysql', '--file', file, '--mapping', await moving.mapping(mapping)],
    ...words,
  );
  expect(err).toBe('');
  return report;
}
const fates = (report: readonly Line[]) =>
  report
    .filter(({ kind }) => kind === 'customer' || kind === 'service')
    .map(({ outcome, kind, key, reason }) => [outcome, kind, key, reason]);
const password = (name: string) => [name, 'Cleartext-Password', ':=', 'secret'] as const;
const accepted = (name: string) => [name, 'Auth-Type', ':=', 'Accept'] as const;

describe('a user of a FreeRADIUS dump', () => {
  it('is imported with its service, or not at all', async () => {
    const isp = await emptyIsp(api, 'PAIRS');
    const [, , , , ...made] = await importOf('PAIRS', await dumpOf([password('old')]));
    expect(made.map(({ outcome }) => outcome)).toEqual(['imported', 'imported']);
    // Another source knows nothing of the first, so the name is taken: by a rule, and by the database.
    const file = await dumpOf([password('ann'), password('old'), password('ben')]);
    for (const words of [
      ['--source', 'second', '--dry-run'],
      ['--source', 'second'],
    ]) {
      const report = fates(await importOf('PAIRS', file, ...words));
      expect(report).toEqual([
        ['imported', 'customer', 'ann', ''],
        ['imported', 'service', 'ann', ''],
        ['refused', 'customer', 'old', expect.stringContaining('its service cannot be imported: ')],
        ['refused', 'service', 'old', expect.stringContaining('username')],
        ['imported', 'customer', 'ben', ''],
        ['imported', 'service', 'ben', ''],
      ]);
    }
    expect(await counted(api, isp)).toMatchObject({ customers: 3, services: 3 });
    const again = fates(await importOf('PAIRS', file, '--source', 'second'));
    expect(again.map(([outcome]) => outcome)).toEqual([
      ...['present', 'present', 'refused', 'refused', 'present', 'present'],
    ]);
  });

  it('that is let in without a password is a device, if its name is a MAC address', async () => {
    const isp = await emptyIsp(api, 'MACS');
    const started = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const session = (
      nas: string,
    ) => `INSERT INTO radacct (acctuniqueid, acctsessionid, username, nasipaddress, acctstarttime, acctupdatetime, acctsessiontime, callingstationid)
      VALUES ('u1','s1','00:11:22:33:44:55','${nas}','${started}','${started}',60,'00-11-22-33-44-55');\n`;
    const users = [accepted('00:11:22:33:44:55'), accepted('AABB.CCDD.EEFF'), accepted('guest')] as const;
    const open = [accepted('kim'), password('kim'), password('02:00:00:00:00:01')] as const;
    const report = await importOf('MACS', await dumpOf([...users, ...open], session));
    expect(fates(report).filter(([outcome]) => outcome === 'refused')).toEqual([
      [
        ...['refused', 'customer', 'guest'],
        expect.stringContaining('its service cannot be imported: Auth-Type := Accept lets it in without a password'),
      ],
      [...['refused', 'service', 'guest'], expect.stringContaining('a user named by a MAC address')],
    ]);
    const notes = (key: string) => report.find((line) => line.kind === 'service' && line.key === key)?.notes;
    expect(notes('00:11:22:33:44:55')).toContain('its NASes need ipoe=Y');
    expect(notes('kim')).toContain('here it needs its own');
    expect(report.find(({ kind }) => kind === 'session')).toMatchObject({ outcome: 'imported', reason: '' });
    const { rows } = await api.db.pool.query(
      `SELECT s.username, i.mac, (SELECT count(*)::int FROM radius.session x WHERE x.service_id = s.id) AS sessions
       FROM crm.service s LEFT JOIN crm.service_identity i ON i.service_id = s.id WHERE s.isp_id = $1 ORDER BY s.username`,
      [isp],
    );
    expect(rows).toEqual([
      { username: '02:00:00:00:00:01', mac: null, sessions: 0 },
      { username: 'kim', mac: null, sessions: 0 },
      { username: 'mac-001122334455', mac: '00:11:22:33:44:55', sessions: 1 },
      { username: 'mac-aabbccddeeff', mac: 'aa:bb:cc:dd:ee:ff', sessions: 0 },
    ]);
    const line = { mac: '00:11:22:33:44:55', nasip: report.find(({ kind }) => kind === 'nas')?.key ?? '' };
    expect(await api.ok('radius/user/explain', line, api.admin)).toMatchObject({ username: 'mac-001122334455' });
  });

  it('whose MAC address is that of another service is refused by the database, and leaves no customer', async () => {
    const isp = await emptyIsp(api, 'TAKEN');
    await importOf('TAKEN', await dumpOf([accepted('00:11:22:33:44:66')]));
    const { rows } = await api.db.pool.query('SELECT id FROM crm.service WHERE isp_id = $1', [isp]);
    await api.db.pool.query(`UPDATE crm.service SET username = 'renamed' WHERE id = $1`, [rows[0].id]);
    const file = await dumpOf([password('ann'), accepted('0011.2233.4466')]);
    const report = fates(await importOf('TAKEN', file, '--source', 'second'));
    expect(report.map(([outcome, kind, key]) => `${outcome} ${kind} ${key}`)).toEqual([
      ...['imported customer ann', 'imported service ann'],
      ...['refused customer 0011.2233.4466', 'refused service 0011.2233.4466'],
    ]);
    expect(report.at(-1)?.[3]).toContain('mac');
    expect(await counted(api, isp)).toMatchObject({ customers: 2, services: 2 });
  });
});
