import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { refreshSessionsOfServices } from '../../core/network/effects.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { authorise } from '../policy/authorise.ts';
import { accessGranted, sameAccess, sessionAccess } from '../policy/session-access.ts';
import { grantIn } from '../policy/session-class.ts';
import { BatchQueue } from '../state/batch/batch-queue.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { SessionRecord } from './record/record.ts';

export interface OutdatedGrantsOptions {
  readonly pool: pg.Pool;
  readonly directory: Directory;
  readonly log: Logger;
}

/**
 * A service may change between a log-in and the Start of its session, and a change updates existing sessions only. So a
 * session that starts with other access than its service has by now is updated at once.
 */
export class OutdatedGrants {
  readonly #options: OutdatedGrantsOptions;
  readonly #outdated: BatchQueue<number>;

  constructor(options: OutdatedGrantsOptions) {
    this.#options = options;
    this.#outdated = new BatchQueue((services) => refreshSessionsOfServices(options.pool, services), {
      onError: (err) =>
        logThrottled(options.log, { err }, 'cannot queue sessions with an outdated grant for an update'),
    });
  }

  /** The session has started, by a durable record. */
  check({ serviceId, nasId, mac, at, sessionClass }: SessionRecord): void {
    const { directory } = this.#options;
    const grant = grantIn(sessionClass);
    const service = serviceId === null ? undefined : directory.services.byId(serviceId);
    const nas = directory.nas(nasId);
    if (grant === null || !service || !nas) return;
    const decision = authorise({ service, nas, mac, now: at });
    if (decision.ok) {
      const wanted = sessionAccess(decision);
      const granted = accessGranted(grant, wanted);
      if (granted !== null && sameAccess(granted, wanted)) return;
    }
    this.#outdated.add(service.id);
  }
}
