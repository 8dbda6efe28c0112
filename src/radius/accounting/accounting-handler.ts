import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import {
  hasMessageAuthenticator,
  verifyAccountingAuthenticator,
  verifyMessageAuthenticator,
} from '../protocol/packet/authenticator.ts';
import { Code } from '../protocol/packet/code.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { accountingFault } from '../server/attribute-faults.ts';
import { learnNames } from '../server/learn-names.ts';
import { dropReason } from '../server/message-authenticator.ts';
import type { PacketHandler } from '../server/packet-handler.ts';
import type { Count, RadiusMetrics } from '../server/radius-metrics.ts';
import type { HopRequest, Request } from '../server/request.ts';
import { BatchQueue } from '../state/batch/batch-queue.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Hop } from '../state/directory/hop.ts';
import { saveNasCapability } from '../state/directory/nas-capability.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import { type AccountingCounts, accountingCounts } from './accounting-counts.ts';
import { noteRecord } from './note-record.ts';
import { readRecord } from './record/read-record.ts';
import { type AccountingRecord, isNasRecord, type SessionRecord } from './record/record.ts';
import { NotDurable, type Recorder } from './recorder.ts';
import type { SessionTracker } from './session-tracker.ts';

export interface AccountingHandlerOptions {
  readonly recorder: Recorder;
  /** Whether a record would be kept now. */
  readonly accepts: () => boolean;
  readonly tracker: SessionTracker;
  readonly directory: Directory;
  readonly pulse: Pulse;
  /** For the capabilities of a NAS. */
  readonly pool: pg.Pool;
  /** Asks a NAS to end a session that another one has taken over. */
  readonly disconnect: (session: Pick<SessionRecord, 'nasId' | 'username' | 'acctSessionId'>) => void;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

/** A record, and the request that is answered when it is durable. */
interface PendingRecord {
  readonly request: Request;
  readonly record: AccountingRecord;
}

/** While the database is away, requests wait; beyond these, the oldest are left to retransmission by their NAS. */
const MAX_WAITING = 50_000;
const MAX_BATCH = 2_000;

/** Answers each Accounting-Request when its record is durable. Requests that arrive meanwhile form the next batch. */
export class AccountingHandler implements PacketHandler {
  readonly codes = new Set<number>([Code.AccountingRequest, Code.StatusServer]);
  readonly #options: AccountingHandlerOptions;
  readonly #queue: BatchQueue<PendingRecord>;
  readonly #counts: AccountingCounts;

  constructor(options: AccountingHandlerOptions) {
    this.#options = options;
    this.#queue = new BatchQueue((pending) => this.#recordAll(pending), {
      maxItems: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      overlap: true,
      onDrop: ({ request }) => this.#abandon(request, this.#counts.unanswered),
    });
    this.#counts = accountingCounts(options.metrics);
  }

  get depth(): number {
    return this.#queue.depth;
  }

  /** The Request Authenticator proves the secret (RFC 2866 section 3), if there is one; a Message-Authenticator is optional. */
  dropReason(packet: Packet, hop: Hop): 'unauthentic' | 'unsigned' | null {
    if (packet.code === Code.StatusServer) return dropReason(packet, hop);
    const { secret } = hop;
    if (secret === null) return null;
    if (!verifyAccountingAuthenticator(packet, secret)) return 'unauthentic';
    return hasMessageAuthenticator(packet) && !verifyMessageAuthenticator(packet, secret) ? 'unauthentic' : null;
  }

  handle(request: Request): void {
    const { pulse, pool, log } = this.#options;
    pulse.heardAcct(request.nas.facts.id, request.at);
    learnNames(pool, request, log);
    if (request.packet.code === Code.StatusServer) this.answerStatusServer(request);
    else this.#take(request);
  }

  #take(request: Request): void {
    const { pulse, log } = this.#options;
    const fault = accountingFault(request.packet);
    if (fault !== null) {
      logThrottled(log, { err: fault, nas: request.nas.facts.ip }, 'an Accounting-Request contradicts itself');
      this.#abandon(request, this.#counts.contradictory);
      return;
    }
    const record = readRecord(request, this.#options.directory);
    noteRecord(pulse, request, record);
    if (record === null) this.#abandon(request, this.#counts.incomplete);
    else if (record === 'nothing') this.#acknowledge(request, this.#counts.acknowledged);
    else this.#queue.add({ request, record: isNasRecord(record) ? record : this.#completed(record, request) });
  }

  /** Silent while records cannot be kept, so that a proxy sends them to another node. */
  answerStatusServer(request: HopRequest): void {
    if (this.#options.accepts()) this.#acknowledge(request, this.#counts.status);
    else this.#abandon(request, this.#counts.silence);
  }

  #completed(record: SessionRecord, request: Request): SessionRecord {
    const { nas } = request;
    if (record.gigawords && !nas.facts.sendsGigawords && !nas.seenGigawords) {
      nas.seenGigawords = true;
      saveNasCapability(this.#options, nas.facts.id, 'gigawords_seen_at');
    }
    const { tracker } = this.#options;
    return tracker.withoutDoubt(tracker.withClass(tracker.withinSession(record, request)));
  }

  async #recordAll(pending: readonly PendingRecord[]): Promise<void> {
    const { recorder, tracker, log, disconnect } = this.#options;
    const [maybeActive, lost]: [SessionRecord[], SessionRecord[]] = [[], []];
    const records = pending.flatMap(({ record }) => {
      const takeover = tracker.takeoverBy(record);
      if (takeover) (takeover.mayBeActive ? maybeActive : lost).push(takeover.end);
      return takeover ? [takeover.end, record] : [record];
    });
    try {
      const { refused, ended } = await recorder.record(records);
      for (const { record } of pending) if (!refused.has(record)) tracker.apply(record);
      for (const record of [...ended, ...lost, ...maybeActive]) tracker.close(record);
      for (const { nasId, username, acctSessionId } of maybeActive) disconnect({ nasId, username, acctSessionId });
      // After the next batch is sent, so that the database works on it meanwhile.
      setImmediate(() => this.#respondAll(pending, refused));
    } catch (error) {
      const level = error instanceof NotDurable ? 'debug' : 'error';
      log[level](
        { err: error, records: pending.length },
        'could not save accounting records; the NASes will repeat them',
      );
      for (const { request } of pending) this.#abandon(request, this.#counts.unanswered);
    }
  }

  #respondAll(pending: readonly PendingRecord[], refused: ReadonlySet<AccountingRecord>): void {
    for (const { request, record } of pending) {
      try {
        if (refused.has(record)) this.#abandon(request, this.#counts.refused);
        else this.#acknowledge(request, this.#counts.recorded);
      } catch (err) {
        this.#options.log.error({ err }, 'failed to answer a recorded accounting request');
        this.#abandon(request, this.#counts.unanswered);
      }
    }
  }

  #acknowledge(request: HopRequest, count: Count): void {
    count.count += 1;
    request.server.answer(request, { code: Code.AccountingResponse });
  }

  #abandon(request: HopRequest, count: Count): void {
    count.count += 1;
    request.server.abandon(request);
  }
}
