import type { Answer, Api, Credentials } from '../../../fixtures/api.ts';
import { customerFields, makeTenant, makeUser, serviceFields, type Tenant } from '../../../fixtures/tenants.ts';

export type Fields = Record<string, string | number>;

export interface Identified {
  readonly caller: string;
  readonly known: 'Y' | 'N';
  readonly level: string;
  readonly language: string;
  readonly services: { readonly serviceid: string; readonly plan: string | null }[];
}

/** A tenant with a program that subscribers talk to. */
export interface ProgramTenant extends Tenant {
  readonly program: Credentials;
  readonly queueid: number;
  readonly categoryid: number;
}

export async function programTenant(api: Api): Promise<ProgramTenant> {
  const tenant = await makeTenant(api);
  const { ispid, me } = tenant;
  const program = await makeUser(api, me, { ispid, roles: 'CareLine' });
  const queueid = await api.ok<number>('ticket/queue_create', { name: 'Call back' }, me);
  const categoryid = await api.ok<number>('ticket/category_create', { name: 'No Internet' }, me);
  return { ...tenant, program, queueid, categoryid };
}

export interface Subscriber {
  readonly customerid: number;
  readonly serviceid: number;
  readonly username: string;
  /** Ten digits. */
  readonly mobile: string;
}

let subscribers = 0;

/** A customer of the tenant with a number of their own, and with a service. */
export async function addCallerOf(api: Api, tenant: Tenant, fields: Fields = {}): Promise<Subscriber> {
  subscribers += 1;
  const { me, resellerid, planid, subplanid } = tenant;
  const mobile = `98765${String(10_000 + subscribers).slice(-5)}`;
  const person = {
    ...customerFields,
    name: 'Nandini',
    surname: 'Deshpande',
    mobile,
    email: `n${subscribers}@private.example`,
  };
  const customerid = await api.ok<number>('customer/create', { resellerid, ...person, ...fields }, me);
  const username = `nandini.home${subscribers}`;
  const service = { customerid, planid, subplanid, username, ...serviceFields };
  const serviceid = await api.ok<number>('service/create', service, me);
  return { customerid, serviceid, username, mobile: String(fields.mobile ?? mobile) };
}

let calls = 0;
const newCall = (): string => {
  calls += 1;
  return `call-${calls}`;
};

/** A call to the program, and what it asks about its caller. */
export class PhoneCall {
  readonly id = newCall();
  caller = '';
  readonly #api: Pick<Api, 'call' | 'ok'>;
  readonly #program: Credentials;

  constructor(api: Pick<Api, 'call' | 'ok'>, program: Credentials) {
    this.#api = api;
    this.#program = program;
  }

  tries(fields: Fields): Promise<Answer> {
    return this.#api.call('care/identify', { call_id: this.id, ...fields }, this.#program);
  }

  async identify(fields: Fields): Promise<Identified> {
    const { status, error, result } = await this.tries(fields);
    if (status !== 200) throw new Error(`${status} ${error}`);
    this.caller = (result as Identified).caller;
    return result as Identified;
  }

  ask(what: string, fields: Fields = {}): Promise<Answer> {
    const call = { call_id: this.id, caller: this.caller, ...fields };
    return this.#api.call(`care/${what}`, call, this.#program);
  }
}

export const sessionOf = async (api: Api, { ispid, resellerid, nasid }: Tenant, own: Subscriber): Promise<void> => {
  const at = new Date();
  const where = { nasId: nasid, nasIp: '127.0.0.1', acctSessionId: `s${own.serviceid}`, startedAt: at, updatedAt: at };
  const of = { ispId: ispid, resellerId: resellerid, serviceId: own.serviceid, username: own.username };
  await api.db.prisma.session.create({ data: { ...of, ...where, mac: '02:00:00:00:00:77', ip: '10.77.0.7' } });
};
