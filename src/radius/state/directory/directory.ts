import type pg from 'pg';
import type { Kernel } from '../../../core/kernel.ts';
import { unseal } from '../../../db/seal.ts';
import type { Credential } from '../../authentication/credential.ts';
import { ChargeableIdentities } from './chargeable-identities.ts';
import { factsOf } from './facts.ts';
import type { Hop } from './hop.ts';
import { Identities } from './identities.ts';
import { Isp, type IspRow } from './isp.ts';
import { Nas } from './nas.ts';
import { Nases } from './nases.ts';
import { Plan, type PlanRow } from './plan.ts';
import type { RadiusProxy } from './proxy.ts';
import { type NasRow, readNases, readProxies } from './read-nases.ts';
import { readServices, type ServiceRow } from './read-services.ts';
import { readIsps, readPlans } from './read-tenants.ts';
import type { Service } from './service.ts';
import { Services } from './services.ts';
import type { TlsHop } from './tls-hop.ts';

export interface DirectoryOptions extends Pick<Kernel, 'secretsKeys' | 'log'> {
  readonly pool: pg.Pool;
}

/**
 * What log-ins and accounting need of the database, in memory, so that no packet waits for a query. Services share the
 * objects of their ISP and plan, which are updated in place.
 */
export class Directory {
  readonly options: DirectoryOptions;
  readonly #isps = new Map<number, Isp>();
  readonly #plans = new Map<number, Plan>();
  readonly services = new Services({ isp: (id) => this.#isps.get(id), plan: (id) => this.#plans.get(id) });
  readonly identities = new Identities();
  readonly chargeable: ChargeableIdentities;
  /** Number of the current or last reload of all services. */
  generation = 0;
  readonly #nases = new Nases();
  readonly #unseal: (sealed: Buffer) => string;
  /** Ids of NASes whose secret cannot be decrypted. */
  readonly #unreadable = new Set<number>();

  constructor(options: DirectoryOptions) {
    this.options = options;
    this.chargeable = new ChargeableIdentities(options.secretsKeys);
    this.#unseal = (sealed) => unseal(options.secretsKeys, 'service.password', sealed);
  }

  get nasCount(): number {
    return this.#nases.size;
  }

  get unreadableNasCount(): number {
    return this.#unreadable.size;
  }

  nases(): Iterable<Nas> {
    return this.#nases.all();
  }

  /** Who has this source address. */
  hopAt(address: string): Hop | undefined {
    return this.#nases.hopAt(address);
  }

  /** Who has this TLS identity. */
  hopWith(tlsIdentity: string): TlsHop | undefined {
    return this.#nases.hopWith(tlsIdentity);
  }

  nas(id: number): Nas | undefined {
    return this.#nases.get(id);
  }

  proxy(id: number): RadiusProxy | undefined {
    return this.#nases.proxy(id);
  }

  /** Null when the password cannot be decrypted, which is logged. */
  credentialOf(service: Service): Credential | null {
    try {
      return service.credential(this.#unseal);
    } catch (error) {
      this.options.log.error({ err: error, service: service.id }, 'cannot decrypt the password of a service');
      return null;
    }
  }

  // The `refresh…` methods read rows into memory; `null` is all rows.
  async refreshIsps(ids: readonly number[] | null): Promise<void> {
    for (const row of await readIsps(this.options.pool, ids)) this.#putIsp(row);
  }

  async refreshPlans(ids: readonly number[] | null): Promise<void> {
    for (const row of await readPlans(this.options.pool, ids)) this.#putPlan(row);
  }

  async refreshNases(ids: readonly number[] | null): Promise<void> {
    const { pool, secretsKeys, log } = this.options;
    const { rows, unreadable } = await readNases(pool, { ids, secretsKeys, log });
    for (const id of ids ?? [...this.#unreadable]) this.#unreadable.delete(id);
    for (const id of unreadable) this.#unreadable.add(id);
    const missing = rows.map(({ ispId }) => ispId).filter((id) => !this.#isps.has(id));
    if (missing.length > 0) await this.refreshIsps(missing);
    const read = new Set(rows.map(({ id }) => id));
    for (const id of ids ?? this.#nases.ids()) if (!read.has(id)) this.#nases.remove(id);
    for (const row of rows) this.#putNas(row);
  }

  async refreshProxies(ids: readonly number[] | null): Promise<void> {
    const { pool, secretsKeys, log } = this.options;
    const rows = await readProxies(pool, { ids, secretsKeys, log });
    const read = new Set(rows.map(({ id }) => id));
    for (const id of ids ?? this.#nases.proxyIds()) if (!read.has(id)) this.#nases.removeProxy(id);
    for (const row of rows) this.#nases.putProxy(row);
  }

  /** Reads a service with its plan and its ISP, so that the next login here gets what its NAS is about to be sent. */
  async refreshService(id: number): Promise<void> {
    const rows = await readServices(this.options.pool, [id]);
    for (const row of rows) {
      await this.refreshIsps([row[1]]);
      await this.refreshPlans([row[3]]);
    }
    await this.putServices(rows);
  }

  /** Puts rows into memory, after reading the plans and ISPs that are not there yet. */
  async putServices(rows: readonly ServiceRow[]): Promise<void> {
    const isps = new Set(rows.map((row) => row[1]).filter((id) => !this.#isps.has(id)));
    if (isps.size > 0) await this.refreshIsps([...isps]);
    const plans = new Set(rows.map((row) => row[3]).filter((id) => !this.#plans.has(id)));
    if (plans.size > 0) await this.refreshPlans([...plans]);
    for (const row of rows) this.#putService(row);
  }

  #putService(row: ServiceRow): void {
    const isp = this.#isps.get(row[1]);
    const plan = this.#plans.get(row[3]);
    if (!isp || !plan) {
      this.services.remove(row[0]); // its ISP is deleted
      return;
    }
    this.services.put(factsOf(row, { isp, plan }), this.generation);
  }

  #putIsp(row: IspRow): void {
    let isp = this.#isps.get(row.id);
    if (!isp) {
      isp = new Isp(row.id);
      this.#isps.set(row.id, isp);
    }
    isp.update(row);
  }

  #putPlan(row: PlanRow): void {
    let plan = this.#plans.get(row.id);
    if (!plan) {
      plan = new Plan(row.id);
      this.#plans.set(row.id, plan);
    }
    plan.update(row);
  }

  #putNas({ ispId, ...row }: NasRow): void {
    const isp = this.#isps.get(ispId);
    if (isp) this.#nases.put(new Nas({ ...row, isp }, this.#nases.get(row.id)));
    else this.#nases.remove(row.id);
  }
}
