import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Authority } from '../../fixtures/certificates.ts';
import { example } from '../support/example.ts';
import { wiredEnds, wiredLogsIn, wiredReports } from './hostapd.ts';
import { openVpnCounts } from './openvpn.ts';
import { tunnelsChangeSpeed, tunnelsCount, tunnelsOutliveTheirNas, tunnelsOutliveTheNode } from './strongswan.ts';
import { Isp } from './support/isp.ts';
import { hindrance, sweep } from './support/place.ts';
import { Scene } from './support/scene.ts';

const authority = await Authority.create();
await sweep();
const why = await hindrance();
if (why) process.stdout.write(`The tests with real NASes are skipped: ${why}.\n`);

/** 10 MiB at the first speed, then the second one. */
const PLAN = { ...example.plan, bw1_gb: 0.01, bw2_gb: 100, bw2_dl: 4096, bw2_ul: 2048 };

/**
 * strongSwan, hostapd and openvpn with subscribers of theirs, in network namespaces. Told in order: the interval between two
 * accounting records of a session is a minute at least, so what waits for them comes last.
 */
describe.skipIf(why)('NASes of others', () => {
  const scene = new Scene();
  beforeAll(async () => scene.begin(await Isp.open(authority, PLAN)));
  afterAll(() => scene.end());
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${scene.isp?.node?.complaints}\n`);
  });

  describe('hostapd', () => wiredLogsIn(scene));
  describe('strongSwan', () => tunnelsCount(scene));
  describe('strongSwan, while the node is away', () => tunnelsOutliveTheNode(scene));
  describe('openvpn', () => openVpnCounts(scene));
  describe('strongSwan, when a volume is used up', () => tunnelsChangeSpeed(scene));
  describe('hostapd, a minute later', () => wiredReports(scene));
  describe('hostapd, when it restarts', () => wiredEnds(scene));
  describe('strongSwan, when it is cut off', () => tunnelsOutliveTheirNas(scene));

  it('in all this the node had no error, and it ends as it should', async () => {
    // On a busy machine it warns that its jobs wait.
    expect(scene.isp.node.complaints).not.toMatch(/"level":"(error|fatal)"/);
    expect(await scene.isp.node.stop()).toMatchObject({ code: 0, stderr: '' });
  });
});
