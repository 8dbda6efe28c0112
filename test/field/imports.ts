import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unseal } from '../../src/db/seal.ts';
import { makePlan } from '../factories/plans.ts';
import { SECRETS_KEYS } from '../factories/services.ts';
import { type Api, startApi } from '../fixtures/api.ts';
import { contact } from '../fixtures/tenants.ts';
import { emptyIsp, MAPPING, movingTo } from '../moving/moving.ts';

/** What is right after an import, as far as the case says; days are `yyyy-mm-dd`, passwords as plain text. */
export interface Right {
  /** In the order of the file. */
  readonly customers?: readonly object[];
  /** By username, name and Acct-Session-Id. */
  readonly services?: Readonly<Record<string, object>>;
  readonly plans?: Readonly<Record<string, object>>;
  readonly sessions?: Readonly<Record<string, object>>;
  /** `kind: reason` of each row that is refused; none where it is absent. */
  readonly refused?: readonly string[];
  /** The sentence that the whole import ends with, where it is no good. */
  readonly error?: string | null;
}

/** Answers for what a row does not say, so that a case needs to show only what it is about. */
const ADDRESS = { zipcode: '560001', state: 'Karnataka', city: 'Bengaluru', street: '1 Main Road' };
const DEFAULTS = { ...MAPPING.defaults, ...ADDRESS, mobile: contact.mobile, email: contact.email };

/** Imports the files of a case into an ISP of its own, which has a plan `Fast`. */
export async function importing(prefix: string) {
  const api = await startApi();
  const moving = await movingTo(api);
  let isps = 0;
  return async (format: string, files: Readonly<Record<string, Buffer>>, mapping: object = {}): Promise<Right> => {
    isps += 1;
    const code = `${prefix}${isps}`;
    const ispid = await emptyIsp(api, code);
    await makePlan(api.db, { id: ispid }, { name: 'Fast' });
    const folder = join(moving.folder, code);
    await mkdir(folder);
    for (const [file, octets] of Object.entries(files)) await writeFile(join(folder, file), octets);
    const [only = ''] = Object.keys(files);
    const from = ['csv', 'splynx'].includes(format) ? ['--dir', folder] : ['--file', join(folder, only)];
    const mapped = await moving.mapping({ defaults: DEFAULTS, ...mapping });
    const {
      code: exit,
      err,
      report,
    } = await moving.import(...['--isp', code, '--format', format, '--mapping', mapped], ...from);
    const refused = report
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ kind, reason }) => `${kind}: ${reason}`);
    return { ...(await stateOf(api, ispid)), refused, error: exit === 0 ? null : err.trim() };
  };
}

async function stateOf({ db: { prisma } }: Api, ispId: number): Promise<Right> {
  const where = { ispId };
  const customers = await prisma.customer.findMany({ where, orderBy: { id: 'asc' } });
  const services = await prisma.service.findMany({ where, include: { plan: true, identities: true } });
  const plans = await prisma.plan.findMany({ where });
  const sessions = await prisma.session.findMany({ where });
  return {
    customers: customers.map(shown),
    services: by(
      services.map(({ passwordEnc, ...service }) => ({
        ...service,
        password: passwordEnc && unseal(SECRETS_KEYS, 'service.password', passwordEnc),
      })),
      ({ username }) => username,
    ),
    plans: by(plans, ({ name }) => name),
    sessions: by(
      sessions.map((session) => ({
        ...session,
        /** Between its beginning and its last report. */
        spanS: (session.updatedAt.getTime() - session.startedAt.getTime()) / 1000,
      })),
      ({ acctSessionId }) => acctSessionId,
    ),
  };
}

const by = <Row extends object>(rows: readonly Row[], key: (row: Row) => string): Record<string, object> =>
  Object.fromEntries(rows.map((row) => [key(row), shown(row)]));

/** As a case can write it: numbers of any size, and days for dates. */
const shown = (row: object): object =>
  JSON.parse(
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)).replaceAll(
      /"(\d{4}-\d\d-\d\d)T[\d:.]+Z"/g,
      '"$1"',
    ),
  ) as object;

/** A text in an encoding of the Encoding Standard, of one octet for each letter or one of Unicode. */
export function encoded(text: string, encoding = 'utf-8'): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
  // As a stream, since Node.js 20 decodes windows-1252 as Latin-1 otherwise.
  const letters = [...new TextDecoder(encoding).decode(octets, { stream: true })];
  return Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}
