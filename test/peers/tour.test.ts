import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellBlocks } from '../fixtures/shell-blocks.ts';
import { Installation, type Node } from './support/installation.ts';
import { packetsIn } from './support/packets.ts';
import { run } from './support/process.ts';
import { pathOf } from './support/programs.ts';
import { ADMIN_API_KEY } from './support/story.ts';

/** A reader copies it into a terminal; so it has to work as it stands, but for the ports. */
describe('the tour in the README', () => {
  let site: Installation;
  let node: Node;
  let stdout = '';

  beforeAll(async () => {
    site = await Installation.make();
    node = await site.start({ ADMIN_API_KEY });
  });
  afterAll(async () => {
    await node?.stop();
    await site?.remove();
  });

  it('runs through without a complaint', async () => {
    const tour = shellBlocks().find(({ label }) => label === 'tour')?.text ?? '';
    expect(tour, 'the block that is marked `sh tour`').toContain('curl');
    const { http, auth, acct } = site.ports;
    const script = tour
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${http}`)
      .replaceAll('127.0.0.1:1812', `127.0.0.1:${auth}`)
      .replaceAll('127.0.0.1:1813', `127.0.0.1:${acct}`);
    const env = { PATH: process.env.PATH ?? '', ADMIN_API_KEY };
    const outcome = await run(pathOf('bash'), ['-s'], { input: script, env, cwd: site.folder });
    stdout = outcome.stdout;
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('no call fails', () => {
    const answers = envelopes(stdout);
    expect(answers.length).toBeGreaterThan(5);
    for (const answer of answers) expect(answer).toMatchObject({ error: null });
  });

  it('the subscriber is accepted and accounted', () => {
    const received = packetsIn(stdout).filter(({ direction }) => direction === 'Received');
    expect(received.map(({ code }) => code)).toEqual(['Access-Accept', 'Accounting-Response']);
    expect(received[0]?.attributes).toContainEqual(['Mikrotik-Rate-Limit', '10240k/20480k']);
  });

  it('and shows up in the last three answers', () => {
    const [online, status, services] = envelopes(stdout)
      .slice(-3)
      .map(({ result }) => result);
    expect(online).toEqual({ s1: 'ravi' });
    expect(status).toMatchObject({ sessionid: 's1', ip: '10.0.0.9', nas: '127.0.0.1', session_stop: null });
    expect(services).toMatchObject([{ username: 'ravi', status: 'Active' }]);
  });
});

function envelopes(output: string): { result: unknown; error: string | null }[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
