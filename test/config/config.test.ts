import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { canSharePorts } from '../../src/config/radius.ts';
import { processesOf } from '../../src/config/roles.ts';

const sentences = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
};

describe('the configuration', () => {
  it('works without settings: an embedded database, local HTTP, RADIUS on all addresses', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      databaseUrl: undefined,
      http: { address: '127.0.0.1', port: 8080 },
      radius: { address: '0.0.0.0', authPort: 1812, acctPort: 1813 },
      adminApiKey: undefined,
      secretsKey: undefined,
      logLevel: 'info',
      journalMaxBytes: 2 ** 30,
      archive: { archiveAfterDays: 100, retentionDays: { sessions: 730, usage: 1100, audit: 730, authLog: 90 } },
      restStatus: undefined,
      roles: { api: true, radius: true, jobs: true },
      databaseConnections: 10,
      publicStatusCount: true,
    });
    expect(config.dataDir).toMatch(/^\/.*\.data$/);
  });

  it('uses the settings', () => {
    const config = readConfig({
      DATABASE_URL: 'postgresql://me:secret@db:5432/isp?sslmode=require',
      DATA_DIR: '/var/lib/lastmile',
      BIND_ADDRESS: '::',
      HTTP_PORT: '0',
      RADIUS_AUTH_PORT: '0',
      RADIUS_ACCT_PORT: '0',
      ADMIN_API_KEY: 'a1'.repeat(25),
      SECRETS_KEY: 'Ff'.repeat(32),
      LOG_LEVEL: 'debug',
      ACCOUNTING_JOURNAL_MAX_MB: '64',
      DATABASE_CONNECTIONS: '25',
      ARCHIVE_AFTER_DAYS: '31',
      RETENTION_SESSIONS_DAYS: '36500',
      RETENTION_USAGE_DAYS: '0',
      RETENTION_AUDIT_DAYS: '400',
      RETENTION_AUTH_LOG_DAYS: '31',
      REST_STATUS: '200',
      JOBS: 'off',
      PUBLIC_STATUS_COUNT: 'off',
      STOP_WITHIN_S: '90',
    });
    expect(config).toMatchObject({
      dataDir: '/var/lib/lastmile',
      http: { address: '::', port: 0 },
      radius: { address: '::', authPort: 0, acctPort: 0 },
      logLevel: 'debug',
      databaseConnections: 25,
      journalMaxBytes: 64 * 2 ** 20,
      archive: { archiveAfterDays: 31, retentionDays: { sessions: 36_500, usage: 0, audit: 400, authLog: 31 } },
      restStatus: 200,
      roles: { api: true, radius: true, jobs: false },
      publicStatusCount: false,
      stopWithinMs: 89_500,
    });
  });

  it('counts an empty value as unset', () => {
    expect(readConfig({ DATABASE_URL: '', HTTP_PORT: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  it.each([
    [
      'DATABASE_URL',
      'mysql://me:hunter2@db/isp',
      'must be an address such as postgresql://user:password@host:5432/database, with several hosts separated by commas.',
    ],
    [
      'DATABASE_READ_URL',
      'postgresql://me:hunter2@one,two/isp',
      'must be an address such as postgresql://user:password@host:5432/database.',
    ],
    ['BIND_ADDRESS', 'localhost', 'must be an IPv4 or IPv6 address.'],
    ['HTTP_PORT', '65536', 'must be a port number from 0 to 65535.'],
    ['RADIUS_AUTH_PORT', '-1', 'must be a port number from 0 to 65535.'],
    ['RADIUS_ACCT_PORT', '1e3', 'must be a port number from 0 to 65535.'],
    ['ADMIN_API_KEY', 'A'.repeat(50), 'must be 50 lowercase hexadecimal digits.'],
    ['SECRETS_KEY', 'hunter2', 'must be 64 hexadecimal digits (32 bytes).'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['REST_STATUS', '204', 'must be 200 or unset.'],
    ['DATABASE_CONNECTIONS', '1', 'must be a whole number from 2 to 200.'],
    ['ACCOUNTING_JOURNAL_MAX_MB', '0', 'must be a whole number of megabytes from 1 to 9999999.'],
    ['ARCHIVE_AFTER_DAYS', '0', 'must be a whole number of days from 31 to 36500.'],
    ['RETENTION_AUDIT_DAYS', '30', 'must be a whole number of days from 31 to 36500, or 0 to keep them for ever.'],
    ['PUBLIC_STATUS_COUNT', 'yes', 'must be on or off.'],
    ['JOBS', 'none', 'must be on or off.'],
    ...['0', '601', '1.5'].map((value) => ['STOP_WITHIN_S', value, 'must be a whole number of seconds from 1 to 600.']),
    ...['web', 'api,', 'api radius', 'API', ','].map((value) => [
      'ROLES',
      value,
      'must be one or more of api, radius and jobs, separated by commas.',
    ]),
    ['PUBLIC_URL', 'https://isp.example.net/path', 'must be a URL without a path, such as https://isp.example.net.'],
    ...['65536', '8081,', '8081=x', '8081=0', '8081,8082', '8081=7,8082=7', '8081=7=8'].map((value) => [
      'CAPTIVE_PORT',
      value,
      'must be a port number from 0 to 65535, or several ports with the ids of their ISPs, such as 8081, 8082=7.',
    ]),
    ...['203.0.113.0/24', '203.0.113.0/24=', '203.0.113.0/33=7', '=7', '203.0.113.0/24=7,', 'lan=7'].map((value) => [
      'CAPTIVE_NETWORKS',
      value,
      'must be networks with the ids of their ISPs, such as 203.0.113.0/24=7, separated by commas.',
    ]),
    [
      'NAS_FORBIDDEN_NETWORKS',
      '10.0.0.0/33',
      'must be addresses and networks such as 10.0.0.0/8, separated by commas.',
    ],
    ['NAS_ALLOWED_NETWORKS', 'lan', 'must be addresses and networks such as 10.0.0.0/8, separated by commas.'],
    ...['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.1,', '::1/', 'fe80::1%eth0'].map((value) => [
      'TRUSTED_PROXIES',
      value,
      'must be addresses and networks such as 10.0.0.0/8, separated by commas.',
    ]),
    ...[
      '0.0.0.0/0',
      '10.0.0.1, ::/0',
      '128.0.0.0/1',
      '8.0.0.0/8',
      '2000::/3',
      '2001::/16',
      'fc00::/6',
      '10.0.0.0/7',
      '0.0.0.0/1',
    ].map((value) => [
      'TRUSTED_PROXIES',
      value,
      'must contain only your proxies; one of its networks is so large that strangers in it could call in anybody’s name.',
    ]),
  ])('describes an invalid %s in one sentence without its value', (name, value, complaint) => {
    expect(sentences({ [name]: value })).toEqual([`${name} ${complaint}`]);
  });

  it('reports all invalid settings at once', () => {
    expect(sentences({ HTTP_PORT: 'x', LOG_LEVEL: 'y', REST_STATUS: 'z' })).toHaveLength(3);
  });

  it('rejects the same port for both RADIUS services', () => {
    expect(sentences({ RADIUS_AUTH_PORT: '1812', RADIUS_ACCT_PORT: '1812' })).toEqual([
      'RADIUS_ACCT_PORT must differ from RADIUS_AUTH_PORT.',
    ]);
  });

  it('shares RADIUS ports among nodes of one database, where Node can', () => {
    const versions = ['20.20.0', '22.11.0', '22.12.0', '23.0.0', '23.1.0', '24.0.0'];
    expect(versions.filter((version) => canSharePorts(version))).toEqual(['22.12.0', '23.1.0', '24.0.0']);
    const needed = canSharePorts()
      ? 'DATABASE_URL must be set with RADIUS_SHARED_PORTS, because the nodes share a database.'
      : `RADIUS_SHARED_PORTS needs Node 22.12 or later; this is Node ${process.versions.node}.`;
    expect(sentences({ RADIUS_SHARED_PORTS: 'on' })).toEqual([needed]);
    expect(sentences({ RADIUS_SHARED_PORTS: 'yes' })).toContain('RADIUS_SHARED_PORTS must be on or off.');
  });

  it('gives a node the roles that are named, and few connections to one that only answers RADIUS', () => {
    const DATABASE_URL = 'postgresql://db/isp';
    expect(readConfig({ DATABASE_URL, ROLES: ' jobs, api ' })).toMatchObject({
      roles: { api: true, radius: false, jobs: true },
      databaseConnections: 10,
    });
    expect(readConfig({ DATABASE_URL, ROLES: 'radius' })).toMatchObject({
      roles: { api: false, radius: true, jobs: false },
      databaseConnections: 4,
    });
    expect(readConfig({ ROLES: 'api,radius,jobs' })).toEqual(readConfig({}));
  });

  it('takes one or two processes, and two only where there is something to separate', () => {
    const processes = (ROLES: string, PROCESSES?: string) =>
      readConfig({ DATABASE_URL: 'postgresql://me@db/isp', ROLES, PROCESSES }).processes;
    expect(processes('api,radius,jobs', '2')).toBe(2);
    expect(processes('radius,jobs', '2')).toBe(2);
    expect(processes('api,radius,jobs', '1')).toBe(1);
    expect(processes('radius', '2')).toBe(1);
    expect(processes('api,jobs', '2')).toBe(1);
    const roles = { api: true, radius: true, jobs: true };
    expect([1, 2, 64].map((cores) => processesOf({}, roles, cores))).toEqual([1, 2, 2]);
    expect(processesOf({ PROCESSES: '2' }, roles, 1)).toBe(2);
    expect(() => readConfig({ PROCESSES: '3' })).toThrow('PROCESSES must be 1 or 2.');
  });

  it('needs a database that nodes share where one has not all roles, and takes JOBS only without ROLES', () => {
    expect(sentences({ ROLES: 'api' })).toEqual([
      'DATABASE_URL must be set if ROLES leaves a role to other nodes, because the nodes share a database.',
    ]);
    expect(sentences({ ROLES: 'api,radius,jobs', JOBS: 'off' })).toEqual([
      'JOBS must not be set with ROLES, because ROLES says whether this node runs jobs.',
    ]);
  });

  it('needs a certificate and its key for EAP with TLS, and an authority for a revocation list', () => {
    expect(sentences({ EAP_CA: 'ca.pem' })).toEqual(['EAP_CERT must be set for EAP-TLS, EAP-TTLS and PEAP.']);
    expect(sentences({ EAP_CERT: 'node.pem' })).toEqual(['EAP_KEY must be set with EAP_CERT.']);
    expect(sentences({ EAP_CERT: 'node.pem', EAP_KEY: 'node.key', EAP_CRL: 'crl.pem' })).toEqual([
      'EAP_CA must be set with EAP_CRL.',
    ]);
    expect(readConfig({}).eap).toBeUndefined();
    expect(sentences({ EAP_CA_FOLDER: 'isps' })).toEqual(['EAP_CERT must be set for EAP-TLS, EAP-TTLS and PEAP.']);
    expect(readConfig({ EAP_CERT: '/node.pem', EAP_KEY: '/node.key' }).eap).toMatchObject({ cert: '/node.pem' });
  });

  it('allows NASes on this machine only with the embedded database, for trials', () => {
    const DATABASE_URL = 'postgresql://db/isp';
    const refusal = (ip: string, settings: Record<string, string>) => readConfig(settings).nasAddresses.refusal(ip);
    expect(refusal('127.0.0.1', {})).toBeNull();
    expect(refusal('127.0.0.1', { DATABASE_URL })).toBe('127.0.0.1 is a loopback address, which no NAS may have');
    expect(refusal('127.0.0.1', { DATABASE_URL, NAS_ALLOWED_NETWORKS: '127.0.0.1' })).toBeNull();
    expect(refusal('127.0.0.1', { NAS_FORBIDDEN_NETWORKS: '127.0.0.0/8' })).not.toBeNull();
  });

  it('takes private networks and those of providers for proxies', () => {
    const settings = { TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8, fc00::/7, 104.16.0.0/13, 2a06:98c0::/29' };
    const { trustedProxies } = readConfig(settings);
    expect(trustedProxies.check('10.255.0.1')).toBe(true);
    expect(trustedProxies.check('104.24.0.1')).toBe(false);
  });

  it('lets the operator forbid networks to tenants, with exceptions', () => {
    const { nasAddresses } = readConfig({
      NAS_FORBIDDEN_NETWORKS: '10.0.0.0/8, 192.0.2.0/24',
      NAS_ALLOWED_NETWORKS: '10.9.0.0/16, 169.254.1.1',
    });
    expect(nasAddresses.refusal('10.1.2.3')).toBe('10.1.2.3 is in a network where this installation allows no NAS');
    expect(nasAddresses.refusal('192.0.2.255')).not.toBeNull();
    for (const ip of ['10.9.0.1', '169.254.1.1', '192.168.1.1']) expect(nasAddresses.refusal(ip)).toBeNull();
  });

  it('cannot be changed afterwards', () => {
    const config = readConfig({});
    expect(() => Object.assign(config, { dataDir: '/' })).toThrow(TypeError);
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
  });
});
