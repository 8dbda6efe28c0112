import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import {
  hasMessageAuthenticator,
  verifyAccountingAuthenticator,
  verifyMessageAuthenticator,
} from '../protocol/packet/authenticator.ts';
import { Code } from '../protocol/packet/code.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { dropReason } from '../server/message-authenticator.ts';
import type { PacketHandler } from '../server/packet-handler.ts';
import type { Count, RadiusMetrics } from '../server/radius-metrics.ts';
import type { Request } from '../server/request.ts';
import type { UdpServer } from '../server/udp-server.ts';
import { BatchQueue } from '../state/batch/batch-queue.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Nas } from '../state/directory/nas.ts';
import { saveNasCapability } from '../state/directory/nas-capability.ts';
import type { OpenSessions } from '../state/sessions/open-sessions.ts';
import type { PeerNodes } from '../state/sessions/peer-nodes.ts';
import type { OutdatedGrants } from './outdated-grants.ts';
import { readRecord } from './record/read-record.ts';
import { type AccountingRecord, isNasRecord, type SessionRecord } from './record/record.ts';
import { NotDurable, type Recorder } from './recorder.ts';
import { openSessionOf, takenOver, withClass } from './takeover.ts';

export interface AccountingHandlerOptions {
  /** For what is learned of a NAS. */
  readonly pool: pg.Pool;
  readonly directory: Directory;
  readonly online: OpenSessions;
  readonly others: PeerNodes;
  readonly grants: OutdatedGrants;
  /** Asks a NAS to end a session that another one has taken over, should it go on. */
  readonly disconnect: (session: Pick<SessionRecord, 'nasId' | 'username' | 'acctSessionId'>) => void;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

/** A record with the request that is answered when it is durable. */
interface Waiting {
  readonly request: Request;
  readonly record: AccountingRecord;
}

/** While the database is away, requests wait; behind these, the oldest are left to their NAS's retransmission. */
const MAX_WAITING = 50_000;
const MAX_BATCH = 2_000;

/** Takes Accounting-Requests in and answers each when it is recorded: all that wait while a batch is recorded are the next. */
export class AccountingHandler implements PacketHandler {
  readonly codes = new Set<number>([Code.AccountingRequest, Code.StatusServer]);
  readonly #door: UdpServer;
  readonly #recorder: Recorder;
  readonly #options: AccountingHandlerOptions;
  readonly #queue: BatchQueue<Waiting>;
  readonly #counts: Readonly<
    Record<'recorded' | 'acknowledged' | 'incomplete' | 'refused' | 'unanswered' | 'status', Count>
  >;

  constructor(door: UdpServer, recorder: Recorder, options: AccountingHandlerOptions) {
    this.#door = door;
    this.#recorder = recorder;
    this.#options = options;
    this.#queue = new BatchQueue((waiting) => this.#recordAll(waiting), {
      maxItems: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      overlap: true,
      onDrop: ({ request }) => this.#giveUp(request),
    });
    const count = (outcome: string) => options.metrics.packets('Accounting-Request', outcome);
    this.#counts = {
      recorded: count('recorded'),
      acknowledged: count('acknowledged'),
      incomplete: count('incomplete'),
      refused: count('refused-by-database'),
      unanswered: count('unanswered'),
      status: options.metrics.packets('Status-Server', 'answered'),
    };
  }

  get depth(): number {
    return this.#queue.depth;
  }

  /** The Request Authenticator proves the secret (RFC 2866 section 3); a Message-Authenticator is not asked for. */
  dropReason(packet: Packet, nas: Nas): 'unauthentic' | 'unsigned' | null {
    if (packet.code === Code.StatusServer) return dropReason(packet, nas);
    const { secret } = nas.facts;
    if (!verifyAccountingAuthenticator(packet, secret)) return 'unauthentic';
    return hasMessageAuthenticator(packet) && !verifyMessageAuthenticator(packet, secret) ? 'unauthentic' : null;
  }

  handle(request: Request): void {
    if (request.packet.code === Code.StatusServer) {
      this.#acknowledge(request, this.#counts.status);
      return;
    }
    const record = readRecord(request, this.#options.directory.services);
    if (record === 'nothing') {
      this.#acknowledge(request, this.#counts.acknowledged);
    } else if (record !== null) {
      this.#queue.add({ request, record: isNasRecord(record) ? record : this.#completed(record, request.nas) });
    } else {
      this.#counts.incomplete.count += 1;
      this.#door.abandon(request);
    }
  }

  #completed(record: SessionRecord, nas: Nas): SessionRecord {
    if (record.gigawords && !nas.facts.sendsGigawords && !nas.seenGigawords) {
      nas.seenGigawords = true;
      saveNasCapability(this.#options, nas.facts.id, 'gigawords_seen_at');
    }
    return withClass(record, this.#options.online);
  }

  async #recordAll(waiting: readonly Waiting[]): Promise<void> {
    const { online, log, disconnect } = this.#options;
    const doubtful: SessionRecord[] = [];
    const records = waiting.flatMap(({ record }) => {
      const takeover = isNasRecord(record) ? null : takenOver(record, online);
      if (takeover?.mayGoOn) doubtful.push(takeover.end);
      return takeover ? [takeover.end, record] : [record];
    });
    try {
      const { refused, ended } = await this.#recorder.record(records);
      for (const { record } of waiting) if (!refused.has(record)) this.#remember(record);
      for (const record of ended) online.close(record);
      for (const { nasId, username, acctSessionId } of doubtful) disconnect({ nasId, username, acctSessionId });
      // Behind the sending of the next batch, on which the database works meanwhile.
      setImmediate(() => this.#settleAll(waiting, refused));
    } catch (error) {
      const level = error instanceof NotDurable ? 'debug' : 'error';
      log[level](
        { err: error, records: waiting.length },
        'accounting records were not recorded; their NASes repeat them',
      );
      for (const { request } of waiting) this.#giveUp(request);
    }
  }

  #settleAll(waiting: readonly Waiting[], refused: ReadonlySet<AccountingRecord>): void {
    for (const { request, record } of waiting) {
      try {
        this.#settle(request, refused.has(record));
      } catch (err) {
        this.#options.log.error({ err }, 'failed to answer a recorded accounting request');
        this.#giveUp(request);
      }
    }
  }

  #settle(request: Request, refused: boolean): void {
    if (!refused) {
      this.#acknowledge(request, this.#counts.recorded);
      return;
    }
    this.#counts.refused.count += 1;
    this.#door.abandon(request);
  }

  #acknowledge(request: Request, count: Count): void {
    count.count += 1;
    this.#door.answer(request, { code: Code.AccountingResponse });
  }

  #giveUp(request: Request): void {
    this.#counts.unanswered.count += 1;
    this.#door.abandon(request);
  }

  #remember(record: AccountingRecord): void {
    const { online, others, grants } = this.#options;
    if (isNasRecord(record)) {
      online.closeNas(record.nasId);
      return;
    }
    if (record.kind === 'stop') {
      online.close(record);
      return;
    }
    const open = openSessionOf(record);
    if (!open || !record.alive) return;
    if (online.seen(open, record.kind === 'start')) others.announceOpened(open.serviceId);
    if (record.kind === 'start') grants.check(record);
  }
}
