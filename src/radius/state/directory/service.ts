import type { ServiceStatus } from '../../../core/vocabulary/service.ts';
import { Credential } from '../../authentication/credential.ts';
import type { Isp } from './isp.ts';
import type { Plan } from './plan.ts';

export type IpAssignment = 'NAS' | 'IPpool' | 'StaticIP' | 'Subnet';
export type MacBind = 'Auto' | 'Manual' | 'No';

/** A service as the database has it. Days are `yyyy-mm-dd`. */
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
  /** Dotted; `address/bits` of a Subnet. */
  readonly staticIp: string | null;
  /** Static IPv6 prefixes: of the link, and delegated. */
  readonly ip6Prefix: string | null;
  readonly pdPrefix: string | null;
  /** How many lines may be online at once; null: what the plan says. */
  readonly sessionLimit: number | null;
  readonly mac: string | null;
  readonly macBind: MacBind;
  /** Incremented by a trigger whenever `mac` or `mac_bind` is set: an automatic binding of an older generation is void. */
  readonly macGeneration: number;
  readonly validUpto: string | null;
  readonly graceUpto: string | null;
  readonly promiseUpto: string | null;
  /** The clock's rules fail for the service (`crm.service_problem`), so its access ends after that day. */
  readonly problemUpto: string | null;
  /** The result of `seal`. */
  readonly sealedPassword: Buffer;
}

/** A service as packets use it, which remembers its decrypted credential. */
export class Service implements ServiceFacts {
  readonly id: number;
  readonly isp: Isp;
  readonly plan: Plan;
  readonly resellerId: number | null;
  readonly key: string;
  readonly status: ServiceStatus;
  readonly prepaid: boolean;
  readonly level: number;
  readonly exhausted: boolean;
  readonly ipAssignment: IpAssignment;
  readonly poolId: number | null;
  readonly staticIp: string | null;
  readonly ip6Prefix: string | null;
  readonly pdPrefix: string | null;
  readonly sessionLimit: number | null;
  readonly mac: string | null;
  readonly macBind: MacBind;
  readonly macGeneration: number;
  readonly validUpto: string | null;
  readonly graceUpto: string | null;
  readonly promiseUpto: string | null;
  readonly problemUpto: string | null;
  readonly sealedPassword: Buffer;
  #credential: Credential | null = null;

  constructor(facts: ServiceFacts) {
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
    this.ip6Prefix = facts.ip6Prefix;
    this.pdPrefix = facts.pdPrefix;
    this.sessionLimit = facts.sessionLimit;
    this.mac = facts.mac;
    this.macBind = facts.macBind;
    this.macGeneration = facts.macGeneration;
    this.validUpto = facts.validUpto;
    this.graceUpto = facts.graceUpto;
    this.promiseUpto = facts.promiseUpto;
    this.problemUpto = facts.problemUpto;
    this.sealedPassword = facts.sealedPassword;
  }

  /** Decrypted at the first log-in and kept. @throws SealError */
  credential(unseal: (sealed: Buffer) => string): Credential {
    this.#credential ??= new Credential(unseal(this.sealedPassword));
    return this.#credential;
  }

  /** Keeps the decrypted credential where the password has not changed. */
  reuseCredential(before: Service): void {
    if (before.sealedPassword.equals(this.sealedPassword)) this.#credential = before.#credential;
  }
}
