import { beforeAll, describe, expect, it } from 'vitest';
import { setPin } from '../../../../src/areas/subscribers/customers/care-pin.ts';
import { type Answer, startApi } from '../../../fixtures/api.ts';
import {
  addCallerOf,
  type Fields,
  PhoneCall,
  type ProgramTenant,
  programTenant,
  type Subscriber,
  sessionOf,
} from './program.ts';

const api = await startApi();
const PIN = '2583';

let tenant: ProgramTenant;
let own: Subscriber;
/** What no answer has: of the subscriber, of the network, of the staff. */
let secrets: Record<string, string>;
beforeAll(async () => {
  tenant = await programTenant(api);
  const { me, ispid } = tenant;
  const address = { street: '17 Hidden Lane', city: 'Mysuru', zipcode: '570017' };
  own = await addCallerOf(api, tenant, address);
  const { customerid, serviceid } = own;
  await api.db.transaction((tx) =>
    setPin(tx, { ispId: ispid, customerId: customerid }, PIN, { secretsKeys: api.kernel.secretsKeys, now: new Date() }),
  );
  await sessionOf(api, tenant, own);
  await api.ok('service/update', { serviceid, password: 'router-secret-9' }, me);
  await api.ok('note/create', { customerid, text: 'difficult on the telephone' }, me);
  const ticket = { serviceid, categoryid: tenant.categoryid, text: 'words of the subscriber' };
  const { id } = await api.ok<{ id: string }>('ticket/create', ticket, me);
  await api.ok('ticket/note', { id: Number(id), text: 'their cable is cut' }, me);
  await api.ok('ticket/move', { id: Number(id), report: 'take' }, me);
  const notice = { channel: 'sms', url: 'https://sms.invalid/' };
  await api.ok('notice/sender_set', notice, me);
  await api.ok('notice/create', { on: 'sign_in_code', channel: 'sms', body: '{code}' }, me);
  const staff = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: me.userid } });
  const nas = await api.db.prisma.nas.findUniqueOrThrow({ where: { id: tenant.nasid } });
  secrets = {
    ...{ name: 'Nandini', surname: 'Deshpande', street: 'Hidden Lane', city: 'Mysuru', zipcode: '570017' },
    ...{ email: 'private.example', number: own.mobile, username: own.username, password: 'router-secret-9', pin: PIN },
    ...{ ip: '10.77.0.7', mac: '02:00:00:00:00:77', note: 'difficult', words: 'words of the', entry: 'cable is cut' },
    ...{ staff: staff.username, nas: nas.name, nasIp: String(nas.ip) },
  };
});

/** Everything that a program can be told at a level, refusals too. */
async function answersAt(level: 0 | 1 | 2): Promise<[string, Answer][]> {
  const call = new PhoneCall(api, tenant.program);
  const given: readonly Fields[] = [
    { from: '9700000001', account: own.username },
    { from: own.mobile },
    { from: own.mobile, pin: PIN },
  ];
  const first = await call.tries(given[level] ?? {});
  call.caller = (first.result as { caller: string }).caller;
  const { categoryid, queueid } = tenant;
  const answers: [string, Answer][] = [['identify', first]];
  const asked: readonly (readonly [string, Fields])[] = [
    ['status', {}],
    ['status', { serviceid: 99_999 }],
    ['pay_link', {}],
    ['pin_send', {}],
    ['ticket_create', { categoryid }],
    ['ticket_create', { categoryid: 99_999 }],
    ['ticket_status', {}],
    ['ticket_status', { docket: '26010100017' }],
    ['restart', {}],
    ['restart', { serviceid: 99_999 }],
    ['callback', { queueid }],
    ['callback', { queueid: 99_999 }],
    ['language', { language: 'hi' }],
    ['status', {}],
    ['ticket_status', {}],
  ];
  for (const [what, fields] of asked) answers.push([what, await call.ask(what, fields)]);
  api.network.answer = { result: 'refused', reason: 'Session-Context-Not-Found' };
  answers.push(['restart', await call.ask('restart')]);
  api.network.answer = { result: 'acknowledged' };
  answers.push(['call_end', await call.ask('call_end')]);
  return answers;
}

describe('a program is never told', () => {
  it.each([0, 1, 2] as const)('at level %i who the subscriber is, or what only the staff knows', async (level) => {
    for (const [what, { result, error }] of await answersAt(level)) {
      const told = JSON.stringify([result, error]).toLowerCase();
      const leaked = Object.entries(secrets).filter(([, secret]) => told.includes(secret.toLowerCase()));
      expect([what, told, leaked.map(([name]) => name)]).toEqual([what, told, []]);
    }
  });

  it('any other field than those that are listed', async () => {
    const fields = new Set<string>();
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(walk);
      else if (value !== null && typeof value === 'object')
        for (const [name, inner] of Object.entries(value)) {
          fields.add(name);
          walk(inner);
        }
    };
    for (const [, { result }] of await answersAt(2)) walk(result);
    expect([...fields].sort()).toEqual(
      [
        ...['caller', 'known', 'level', 'language', 'services', 'serviceid', 'plan'],
        ...['number', 'text', 'since', 'dues', 'currency', 'due_on', 'target', 'incident', 'expected_at'],
        ...['docket', 'existing', 'resolve_by', 'status', 'created_at'],
      ].sort(),
    );
  });
});
