import { AccountingLoad } from './accounting-load.ts';
import { LoginLoad } from './login-load.ts';
import type { Service } from './meter.ts';
import { PaymentLoad } from './payment-load.ts';
import type { TestCluster } from './test-cluster.ts';

const RECORDS_A_SECOND = 120;
const LOGINS_A_SECOND = 30;
const FINISH_WITHIN_MS = 60_000;

export interface Outage {
  readonly accounting: Service;
  readonly logins: Service;
  readonly payments: Service;
}

/** Accounting, log-ins and payments through the proxies in front of the nodes: what users of a cluster do. */
export class Load {
  readonly accounting: AccountingLoad;
  readonly logins: LoginLoad;
  readonly payments: PaymentLoad;

  private constructor(cluster: TestCluster, name: string, endless: boolean) {
    const { ports, settings } = cluster.site;
    const secret = settings.radiusSecret;
    this.accounting = new AccountingLoad({
      ...{
        name,
        port: ports.of('radiusAcct'),
        secret,
        users: cluster.tenant.accounted,
        rate: RECORDS_A_SECOND,
        endless,
      },
    });
    this.logins = new LoginLoad({
      ...{ port: ports.of('radiusAuth'), secret, users: cluster.tenant.loggingIn, password: cluster.tenant.password },
      rate: LOGINS_A_SECOND,
    });
    this.payments = new PaymentLoad({
      ...{ name, baseUrl: cluster.apiUrl, credentials: cluster.tenant.credentials, services: cluster.tenant.services },
    });
  }

  /** @param name what its sessions and payments are known by in the database */
  static async start(cluster: TestCluster, name: string, { endless = false } = {}): Promise<Load> {
    const load = new Load(cluster, name, endless);
    await Promise.all([load.accounting.client.start(), load.logins.client.start()]);
    return load;
  }

  /** Begins nothing new, and waits until everything is answered. @throws when something never is */
  async finish(): Promise<Outage> {
    const parts = [this.accounting.client, this.logins.client, this.payments];
    await Promise.all(parts.map((part) => part.finish(FINISH_WITHIN_MS)));
    return {
      accounting: this.accounting.client.meter.service,
      logins: this.logins.client.meter.service,
      payments: this.payments.meter.service,
    };
  }
}
