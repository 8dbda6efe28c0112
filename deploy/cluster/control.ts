import { existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { CommandName } from './arguments.ts';
import { ClusterError } from './failure.ts';

/** A command to a running cluster, one line of JSON. */
export interface Request {
  readonly command: CommandName;
  readonly argument: string | undefined;
}

const request = z.object({ command: z.string(), argument: z.string().optional() });
const reply = z.object({ text: z.string(), failed: z.boolean() });

const socketOf = (dir: string) => join(dir, 'control.sock');

/** Takes commands from other terminals of the same user, one after the other. */
export class Control {
  readonly #server: Server;
  readonly #carryOut: (request: Request) => Promise<string>;
  #last: Promise<void> = Promise.resolve();

  private constructor(carryOut: (request: Request) => Promise<string>) {
    this.#carryOut = carryOut;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async open(dir: string, carryOut: (request: Request) => Promise<string>): Promise<Control> {
    const control = new Control(carryOut);
    rmSync(socketOf(dir), { force: true });
    await new Promise<void>((resolve, reject) => {
      control.#server.once('error', reject);
      control.#server.listen(socketOf(dir), resolve);
    });
    return control;
  }

  close(): void {
    this.#server.close();
  }

  #accept(socket: Socket): void {
    let text = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (!text.endsWith('\n')) return;
      const line = text;
      text = '';
      this.#last = this.#last.then(() => this.#answer(socket, line));
    });
  }

  async #answer(socket: Socket, line: string): Promise<void> {
    try {
      const asked = request.parse(JSON.parse(line)) as Request;
      socket.end(JSON.stringify({ text: await this.#carryOut(asked), failed: false }));
    } catch (error) {
      const text =
        error instanceof ClusterError ? error.message : `It failed: ${error instanceof Error ? error.stack : error}`;
      socket.end(JSON.stringify({ text, failed: true }));
    }
  }
}

/** Does a cluster run in this folder? */
export async function isRunning(dir: string): Promise<boolean> {
  if (!existsSync(socketOf(dir))) return false;
  const socket = await opened(dir).catch(() => undefined);
  socket?.destroy();
  return socket !== undefined;
}

/** Has the cluster of the folder carry out a command. Returns what it says. @throws ClusterError if it fails, or none runs */
export async function ask(dir: string, asked: Request): Promise<string> {
  const socket = await opened(dir).catch(() => {
    throw new ClusterError(`No cluster runs in ${dir}: start one with \`npm run cluster\`.`);
  });
  socket.write(`${JSON.stringify(asked)}\n`);
  let text = '';
  for await (const more of socket.setEncoding('utf8')) text += more;
  if (text === '') throw new ClusterError('The cluster ended meanwhile.');
  const { text: said, failed } = reply.parse(JSON.parse(text));
  if (failed) throw new ClusterError(said);
  return said;
}

function opened(dir: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketOf(dir));
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
