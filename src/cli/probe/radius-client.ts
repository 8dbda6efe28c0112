import { createSocket, type Socket } from 'node:dgram';
import { CommandError } from '../command.ts';
import { type Attribute, type Decoded, npmRadius } from './npm-radius.ts';

/** RFC 5080 section 2.2.1 begins with longer pauses; a monitor wants to know soon. */
const RETRANSMIT_MS = 1_000;

export interface RadiusClientOptions {
  readonly server: string;
  readonly port: number;
  /** The address to send from, where this machine has it. */
  readonly from: string;
  readonly secret: string;
  readonly timeoutMs: number;
}

export interface RadiusRequest {
  readonly code: 'Access-Request' | 'Accounting-Request';
  /** For messages to the operator. */
  readonly name: string;
  readonly attributes: Attribute[];
  /** Aborts the exchange. */
  readonly signal?: AbortSignal | undefined;
}

export interface Exchange {
  readonly answer: Decoded;
  readonly ms: number;
}

/** Sends requests to one port of the node, from a socket of its own. */
export class RadiusClient {
  readonly #options: RadiusClientOptions;
  readonly #socket: Socket;

  private constructor(options: RadiusClientOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
  }

  static async open(options: RadiusClientOptions): Promise<RadiusClient> {
    // If this machine does not have the NAS's address, it is used in NAS-IP-Address only.
    const socket = (await bindTo(options.from)) ?? (await bindTo('0.0.0.0'));
    if (!socket) throw new CommandError('This machine has no free UDP port.');
    await new Promise<void>((resolve, reject) => {
      socket.connect(options.port, options.server, (error?: Error) => (error ? reject(error) : resolve()));
    }).catch((error: Error) => {
      socket.close();
      throw new CommandError(`Cannot send to ${options.server}:${options.port}: ${error.message}.`);
    });
    return new RadiusClient(options, socket);
  }

  /**
   * Sends a request, and repeats it each second, until a response with a valid signature arrives. A response with an invalid
   * signature comes from a node with another secret.
   */
  async send({ code, name, attributes, signal }: RadiusRequest): Promise<Exchange> {
    const { secret, timeoutMs, server, port } = this.#options;
    const signs = code === 'Access-Request';
    const request = npmRadius.encode({ code, secret, attributes, add_message_authenticator: signs });
    const at = `${server}:${port}`;
    const startedAt = performance.now();
    let forged = false;
    return new Promise<Exchange>((resolve, reject) => {
      const transmit = () => this.#socket.send(request, () => undefined);
      const retransmission = setInterval(transmit, RETRANSMIT_MS);
      const fail = (sentence: string) => () => end(() => reject(new CommandError(sentence)));
      const end = (complete: () => void) => {
        clearInterval(retransmission);
        clearTimeout(timeout);
        this.#socket.off('message', receive).off('error', unreachable);
        signal?.removeEventListener('abort', interrupted);
        complete();
      };
      const receive = (response: Buffer) => {
        if (response[1] !== request[1]) return;
        const answer = verified(request, response, secret);
        if (answer) end(() => resolve({ answer, ms: performance.now() - startedAt }));
        else forged = true;
      };
      const unreachable = fail(`Nothing listens on UDP port ${port} of ${server}.`);
      const interrupted = fail(`Interrupted during the ${name}.`);
      const timeout = setTimeout(() => {
        const why = forged
          ? `${at} signed its answer to the ${name} with another secret.`
          : `${at} did not answer the ${name} within ${timeoutMs / 1_000} s. The node may be down, have no NAS with this address, or have another secret for it.`;
        fail(why)();
      }, timeoutMs);
      this.#socket.on('message', receive).on('error', unreachable);
      signal?.addEventListener('abort', interrupted);
      if (signal?.aborted) interrupted();
      else transmit();
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(resolve));
  }
}

/** Undefined if this machine does not have the address. */
function bindTo(address: string): Promise<Socket | undefined> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind(0, address, () => {
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
  });
}

function verified(request: Buffer, response: Buffer, secret: string): Decoded | undefined {
  try {
    if (!npmRadius.verify_response({ request, response, secret })) return;
    return npmRadius.decode({ packet: response, secret });
  } catch {
    return;
  }
}
