import { createHash } from 'node:crypto';
import { Fault } from '../../../core/fault.ts';
import { unseal } from '../../../db/seal.ts';
import type { Command } from '../../../routeros/commands.ts';
import { RouterConnection } from '../../../routeros/connection.ts';
import type { Reply } from '../../../routeros/exchange.ts';
import { RouterFailure } from '../../../routeros/failure.ts';
import type { ReplyMemory } from '../../../routeros/reply-memory.ts';
import { countAttempt, noteLoggedIn, noteOffered, noteRefusedLogin } from './attempts.ts';
import { failureFault } from './failure-fault.ts';
import type { RouterKernel, RouterNas } from './find.ts';
import { keepPace } from './pace.ts';
import { targetOf } from './target.ts';

/** Questions to one router at once. */
const MAX_PENDING = 32;

/** Of an ISP, on each node by itself: one that makes a NAS of each address in turn scans no network. */
export const CONNECTIONS = { what: 'connections to routers of an ISP', perMinute: 120 } as const;

export interface AskOptions {
  readonly timeoutMs?: number;
  readonly isOpenEnded?: boolean;
}

/** The connection to one router, which all callers share. */
export class RouterLine {
  readonly #kernel: RouterKernel;
  readonly #memory: ReplyMemory;
  #connection: RouterConnection | undefined;
  #opening: Promise<RouterConnection> | undefined;
  /** With which settings. */
  #openedAs = '';
  readonly #inProgress = new Map<string, Promise<Reply>>();

  /** `memory`: of all lines of the node. */
  constructor(kernel: RouterKernel, memory: ReplyMemory) {
    this.#kernel = kernel;
    this.#memory = memory;
  }

  get isIdle(): boolean {
    return this.#inProgress.size === 0 && !this.#opening && !this.#connection?.isOpen;
  }

  /** The same question, if somebody waits for its answer already. */
  inProgress(nas: RouterNas, { words }: Command): Promise<Reply> | undefined {
    return this.#inProgress.get(nameOf(nas, words));
  }

  /** @throws Fault of kind `conflict`, `nasRefused` or `tooMany` */
  async ask(nas: RouterNas, command: Command, options: AskOptions = {}): Promise<Reply> {
    if (this.#inProgress.size >= MAX_PENDING) {
      throw new Fault('tooMany', 'too many questions to this router at once; try again in a moment');
    }
    const name = nameOf(nas, command.words);
    const reply = this.#askOpen(nas, { command, options }).finally(() => this.#inProgress.delete(name));
    this.#inProgress.set(name, reply);
    return reply;
  }

  async #askOpen(nas: RouterNas, { command, options }: { command: Command; options: AskOptions }): Promise<Reply> {
    try {
      const connection = await this.#open(nas, settingsOf(nas));
      return await connection.ask(command, options);
    } catch (error) {
      if (error instanceof RouterFailure) throw failureFault(error, nas.fingerprint);
      throw error;
    }
  }

  async #open(nas: RouterNas, settings: string): Promise<RouterConnection> {
    if (this.#openedAs !== settings) this.#leave();
    if (this.#connection?.isOpen) return this.#connection;
    if (this.#opening) return this.#opening;
    this.#openedAs = settings;
    const opening = this.#connect(nas).finally(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    this.#opening = opening;
    const connection = await opening;
    // Settings may have changed in the meantime.
    if (this.#openedAs === settings) this.#connection = connection;
    return connection;
  }

  async #connect(nas: RouterNas): Promise<RouterConnection> {
    const { db, clock, config, secretsKeys } = this.#kernel;
    const target = targetOf(nas, config.nasAddresses);
    keepPace(db, { ...CONNECTIONS, of: nas.ispId }, clock.now().getTime());
    await countAttempt(db, nas.id, clock.now());
    const username = nas.username ?? '';
    const password = unseal(secretsKeys, 'nas.api_password', nas.passwordEnc as Buffer);
    try {
      const connection = await RouterConnection.open(
        target,
        { username, password },
        { replies: { memory: this.#memory, tenant: nas.ispId } },
      );
      await noteLoggedIn(db, nas.id);
      return connection;
    } catch (error) {
      if (error instanceof RouterFailure) await this.#note(nas.id, error);
      throw error;
    }
  }

  async #note(nasId: number, { kind, fingerprint }: RouterFailure): Promise<void> {
    const { db, clock } = this.#kernel;
    if (kind === 'login') await noteRefusedLogin(db, nasId, clock.now());
    if (fingerprint !== undefined) await noteOffered(db, nasId, { by: fingerprint, at: clock.now() });
  }

  /** Calls that are in progress there fail. */
  #leave(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#opening = undefined;
  }
}

/** Of a question. */
const nameOf = (nas: RouterNas, words: readonly string[]): string => JSON.stringify([settingsOf(nas), words]);

/** Equal as long as the connection may be used. */
function settingsOf({ ip, port, username, passwordEnc, fingerprint }: RouterNas): string {
  const password = passwordEnc && createHash('sha256').update(passwordEnc).digest('base64');
  return JSON.stringify([ip, port, username, password, fingerprint]);
}
