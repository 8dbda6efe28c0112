import type { ServiceStatus } from '../../../areas/services/vocabulary.ts';
import { Credential } from '../../authentication/credential.ts';
import type { Isp } from './isp.ts';
import type { Plan } from './plan.ts';

export type IpAssignment = 'NAS' | 'IPpool' | 'StaticIP' | 'Subnet';
export type MacBind = 'Auto' | 'Manual' | 'No';

/** What the database says of a service. Days are `yyyy-mm-dd`. */
export interface ServiceFacts {
  readonly id: number;
  readonly isp: Isp;
  readonly plan: Plan;
  readonly resellerId: number | null;
  /** Username in lowercase, as PostgreSQL makes it. */
  readonly key: string;
  readonly status: ServiceStatus;
  readonly prepaid: boolean;
  readonly level: number;
  readonly exhausted: boolean;
  readonly ipAssignment: IpAssignment;
  readonly poolId: number | null;
  readonly staticIp: string | null;
  readonly mac: string | null;
  readonly macBind: MacBind;
  /** Another one when it was said anew which MAC address the service has. */
  readonly macGeneration: number;
  readonly validUpto: string | null;
  readonly graceUpto: string | null;
  readonly promiseUpto: string | null;
  /** Time cannot do its part for the service (`crm.service_problem`), and its access ends with that day. */
  readonly problemUpto: string | null;
  /** Base64 of what `seal` made: a text of its own length, where a Buffer would cost a hundred octets more. */
  readonly sealedPassword: string;
}

/** A service in memory. There may be a million, so it holds shared objects and short texts only. */
export class Service implements ServiceFacts {
  readonly id: number;
  readonly isp: Isp;
  readonly plan: Plan;
  readonly resellerId: number | null;
  readonly key: string;
  readonly status: ServiceStatus;
  readonly prepaid: boolean;
  level: number;
  exhausted: boolean;
  readonly ipAssignment: IpAssignment;
  readonly poolId: number | null;
  readonly staticIp: string | null;
  mac: string | null;
  readonly macBind: MacBind;
  readonly macGeneration: number;
  readonly validUpto: string | null;
  readonly graceUpto: string | null;
  readonly promiseUpto: string | null;
  readonly problemUpto: string | null;
  readonly sealedPassword: string;
  /** Which reading of the whole table saw it last. */
  readonly generation: number;
  #credential: Credential | null = null;

  constructor(facts: ServiceFacts, generation: number) {
    this.id = facts.id;
    this.isp = facts.isp;
    this.plan = facts.plan;
    this.resellerId = facts.resellerId;
    this.key = facts.key;
    this.status = facts.status;
    this.prepaid = facts.prepaid;
    this.level = facts.level;
    this.exhausted = facts.exhausted;
    this.ipAssignment = facts.ipAssignment;
    this.poolId = facts.poolId;
    this.staticIp = facts.staticIp;
    this.mac = facts.mac;
    this.macBind = facts.macBind;
    this.macGeneration = facts.macGeneration;
    this.validUpto = facts.validUpto;
    this.graceUpto = facts.graceUpto;
    this.promiseUpto = facts.promiseUpto;
    this.problemUpto = facts.problemUpto;
    this.sealedPassword = facts.sealedPassword;
    this.generation = generation;
  }

  /** Opened at the first log-in and kept. @throws SealError */
  credential(open: (sealed: string) => string): Credential {
    this.#credential ??= new Credential(open(this.sealedPassword));
    return this.#credential;
  }

  /** Spares the next log-in the opening where the password has not changed. */
  reuseCredential(before: Service): void {
    if (before.sealedPassword === this.sealedPassword) this.#credential = before.#credential;
  }
}
