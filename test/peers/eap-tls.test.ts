import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Authority, type Certificate } from '../fixtures/certificates.ts';
import { eapolTunnel } from './support/eap-tls.ts';
import { example, makeNetwork, makeTenant, type Network, type Tenant } from './support/example.ts';
import { Story } from './support/story.ts';

const authority = await Authority.create();
const stranger = await Authority.create();
/** The certificate of the node, those above it, and its key. */
const nodeFile = join(authority.folder, 'node.pem');
const EAP_CA_FOLDER = join(authority.folder, 'isps');
const story = new Story();
let tenant: Tenant;
let network: Network;
let revoked: Certificate;

beforeAll(async () => {
  const { cert, key } = await authority.issue({ names: 'DNS:radius.example.net' });
  revoked = await authority.issue({ names: 'email:ravi' });
  const EAP_CRL = await authority.revoke(revoked);
  // Longer than a fragment, as chains are.
  const issuer = await readFile(authority.certFile, 'utf8');
  await writeFile(nodeFile, cert + issuer + issuer + key);
  await mkdir(EAP_CA_FOLDER);
  await story.begin({ EAP_CERT: nodeFile, EAP_KEY: nodeFile, EAP_CA: authority.certFile, EAP_CRL, EAP_CA_FOLDER });
  tenant = await makeTenant(story.admin, { code: 'WIFI', username: 'wifi-admin' });
  network = await makeNetwork(tenant.api);
  await subscribe('ravi');
});
afterAll(() => story.end());
afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`${story.node?.complaints}\n`);
});

const subscribe = (username: string) =>
  tenant.api.result('service/create', { ...example.service, ...network, username, password: 'hello' });

const INNER = {
  'PEAP with MSCHAPv2': ['eap=PEAP', 'phase2="auth=MSCHAPV2"'],
  'TTLS with PAP': ['eap=TTLS', 'phase2="auth=PAP"'],
  'TTLS with MSCHAPv2': ['eap=TTLS', 'phase2="auth=MSCHAPV2"'],
} as const;

const anonymous = ['identity="ravi"', 'anonymous_identity="anonymous@example.net"'];
const attempt = (tls: '1.2' | '1.3', lines: readonly string[], ca = authority.certFile) =>
  eapolTunnel(story.authNas(), { tls, lines, ca });

const protocols = async (username: string) => {
  const rows = await tenant.api.result('radius/user/auth_log', { username, rows_limit: 100 });
  return rows.map(
    ({ protocol, reason, response }: Record<string, string | null>) => `${protocol}: ${reason ?? response}`,
  );
};

describe.each(['1.2', '1.3'] as const)('over TLS %s', (tls) => {
  describe.each(Object.entries(INNER))('%s', (_name, lines) => {
    it('logs in the subscriber who hides his name outside the tunnel, and both ends have the same keys', async () => {
      const { success, output } = await attempt(tls, [...lines, ...anonymous, 'password="hello"']);
      expect(success, output).toBe(true);
      expect(output).toContain(`Using TLS version TLSv${tls}`);
      expect(output).toMatch(/MPPE keys OK: 1 +mismatch: 0/);
      expect(output.toLowerCase()).toContain(Buffer.from('10240k/20480k').toString('hex'));
    });

    it('takes the fragments of a device that sends small ones, and sends fragments itself', async () => {
      const small = [...lines, ...anonymous, 'password="hello"', 'fragment_size=100'];
      const { success, output } = await attempt(tls, small);
      expect(success, output).toBe(true);
      expect(output).toContain('SSL: Received packet(len=1010) - Flags 0xc0');
      expect(output).toContain('SSL: sending 100 bytes, more fragments will follow');
    });

    it('refuses a wrong password', async () => {
      const { success, output } = await attempt(tls, [...lines, ...anonymous, 'password="wrong"']);
      expect(success).toBe(false);
      expect(output).toContain('EAP Failure');
    });

    it('is left by a device that does not trust the node', async () => {
      const { success, output } = await attempt(tls, [...lines, ...anonymous, 'password="hello"'], stranger.certFile);
      expect(success).toBe(false);
      expect(output).toContain('EAP Failure');
    });
  });

  describe('TLS with a certificate', () => {
    const withCertificate = ({ certFile, keyFile }: Certificate, identity = 'anonymous@example.net') =>
      attempt(tls, ['eap=TLS', `identity="${identity}"`, `client_cert="${certFile}"`, `private_key="${keyFile}"`]);

    it.each(['email:ravi', 'DNS:ravi', 'otherName:1.3.6.1.4.1.311.20.2.3;UTF8:ravi'])('logs in %s', async (names) => {
      const { success, output } = await withCertificate(await authority.issue({ names }));
      expect(success, output).toBe(true);
      expect(output).toContain(`Using TLS version TLSv${tls}`);
      expect(output).toMatch(/MPPE keys OK: 1 +mismatch: 0/);
    });

    it('refuses a certificate of another authority', async () => {
      const { success, output } = await withCertificate(await stranger.issue({ names: 'email:ravi' }));
      expect(success).toBe(false);
      expect(output).toContain('EAP Failure');
    });

    it('refuses one that has expired, one that is revoked, and one of nobody who subscribes, whatever name the device gives', async () => {
      const expired = await authority.issue({ names: 'email:ravi', days: -1 });
      expect((await withCertificate(expired)).success).toBe(false);
      expect((await withCertificate(revoked)).success).toBe(false);
      const nobody = await authority.issue({ names: 'email:nobody' });
      expect((await withCertificate(nobody, 'ravi')).success).toBe(false);
    });
  });
});

it('the log has each method and the name in the tunnel', async () => {
  const expected = [
    ...['PEAP-MSCHAPv2: Access-Accept', 'PEAP: wrong password', 'EAP-TLS: Access-Accept'],
    ...['EAP-TTLS-PAP: Access-Accept', 'EAP-TTLS-MSCHAPv2: Access-Accept', 'EAP-TTLS: wrong password'],
  ];
  await vi.waitFor(async () => expect(await protocols('ravi')).toEqual(expect.arrayContaining(expected)), {
    timeout: 60_000,
    interval: 200,
  });
});

it('an authority of the ISP is believed instead of the common one, and one of another ISP is not', async () => {
  const [own, other] = [await Authority.create(), await Authority.create()];
  const logsIn = async (by: Authority) => {
    const { certFile, keyFile } = await by.issue({ names: 'email:ravi' });
    const lines = ['eap=TLS', 'identity="ravi"', `client_cert="${certFile}"`, `private_key="${keyFile}"`];
    return (await attempt('1.3', lines)).success;
  };
  const file = join(EAP_CA_FOLDER, `${tenant.id}.pem`);
  await copyFile(other.certFile, join(EAP_CA_FOLDER, `${tenant.id + 1}.pem`));
  await copyFile(own.certFile, file);
  await expect.poll(() => logsIn(own), { timeout: 60_000, interval: 1_000 }).toBe(true);
  expect(await logsIn(authority)).toBe(false);
  expect(await logsIn(other)).toBe(false);
  await rm(file);
  await expect.poll(() => logsIn(authority), { timeout: 60_000, interval: 1_000 }).toBe(true);
  expect(await logsIn(own)).toBe(false);
});

it('a new certificate of the node is shown without a restart', async () => {
  const { cert, key } = await stranger.issue({ names: 'DNS:radius.example.net' });
  await writeFile(`${nodeFile}.new`, cert + key);
  await rename(`${nodeFile}.new`, nodeFile);
  const lines = [...INNER['TTLS with PAP'], ...anonymous, 'password="hello"'];
  const logsIn = async (ca: string) => (await attempt('1.3', lines, ca)).success;
  await expect.poll(() => logsIn(stranger.certFile), { timeout: 60_000, interval: 1_000 }).toBe(true);
  expect(await logsIn(authority.certFile)).toBe(false);
});

it('in all this the node complained of nothing, and it ends as it should', async () => {
  expect(story.node.complaints).toBe('');
  expect(await story.node.stop()).toMatchObject({ code: 0, stderr: '' });
});
