import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { seal } from '../../../src/db/seal.ts';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import type { Measured } from './measured.ts';
import { msChapLoad } from './ms-chap-load.ts';
import type { OurNode } from './our-node.ts';
import { SECRETS_KEYS } from './provision.ts';
import { openRadSec } from './wires.ts';

export interface RadSecMatch {
  readonly node: OurNode;
  /** Its database. */
  readonly url: string;
  readonly rounds: number;
  readonly seconds: number;
}

const CONCURRENCY = 64;
/** Part of the UDP rate. */
const MUST = 0.5;

/** MS-CHAP log-ins at our node over RadSec, against the same over UDP, in alternating rounds. */
export async function radSecAgainstUdp(match: RadSecMatch, say: (line: string) => void): Promise<void> {
  const { node, rounds, seconds } = match;
  await addNas(match);
  const target = { auth: node.ports.auth, acct: node.ports.acct, pids: { node: node.pid } };
  const open = openRadSec(node.radsec);
  const pairs: { tls: Measured; udp: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    const udpFirst = round % 2 === 0;
    const before = udpFirst ? await msChapLoad(target, { seconds, concurrency: CONCURRENCY }) : undefined;
    const tls = await msChapLoad(target, { seconds, concurrency: CONCURRENCY, open });
    const udp = before ?? (await msChapLoad(target, { seconds, concurrency: CONCURRENCY }));
    pairs.push({ tls, udp });
  }
  const ratio = median(pairs.map(({ tls, udp }) => tls.rate / udp.rate));
  const of = (figure: (pair: { tls: Measured; udp: Measured }) => number) => median(pairs.map(figure));
  const print = table(
    ['MS-CHAPv2', 'RadSec/s', 'UDP/s', 'RATE', 'PER CPU', 'p95 RadSec', 'p95 UDP', 'bad', 'goal'],
    say,
  );
  print([
    'RadSec against UDP',
    of(({ tls }) => Math.round(tls.rate)),
    of(({ udp }) => Math.round(udp.rate)),
    ratio,
    of(({ tls, udp }) => tls.perCpu / udp.perCpu),
    of(({ tls }) => tls.p95),
    of(({ udp }) => udp.p95),
    pairs.reduce((sum, { tls, udp }) => sum + tls.bad + udp.bad, 0),
    `${ratio >= MUST ? 'must' : 'MISSED'} rate ${MUST}`,
  ]);
}

/** Known by the fingerprint of the certificate. */
async function addNas({ node, url }: RadSecMatch): Promise<void> {
  const { fingerprint256 } = new X509Certificate(await readFile(node.radsec.certFile));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO radius.nas (id, isp_id, share_all, name, secret_enc, ip, tls_identity)
     VALUES (2, 1, true, 'RadSec', $1, '127.0.0.2', $2) ON CONFLICT (id) DO UPDATE SET tls_identity = excluded.tls_identity`,
    [seal(SECRETS_KEYS, 'nas.secret', 'unused'), `sha256:${fingerprint256.replaceAll(':', '').toLowerCase()}`],
  );
  await client.end();
  await new Promise((resolve) => setTimeout(resolve, 500)); // for the node to hear of it
}
