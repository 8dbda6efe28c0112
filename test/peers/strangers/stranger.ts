import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Running } from '../support/process.ts';

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));

export interface Flood {
  readonly url: string;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** autocannon in a process of its own: each connection sends the next request when it has its answer. */
export function flood({ url, body, connections, seconds, headers = {} }: Flood): Running {
  const sent = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const options = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const load = ['-c', String(connections), '-d', String(seconds), '-t', '60', '-m', 'POST', '-b', body];
  return new Running(process.execPath, [AUTOCANNON, '--json', '--no-progress', ...load, ...options, url]);
}

/** What autocannon counted: answers by status. */
export async function answersOf(flooding: Running): Promise<Record<string, number>> {
  const { stdout, stderr, code } = await flooding.ended;
  if (code !== 0) throw new Error(`autocannon: ${stderr}`);
  const { statusCodeStats: stats } = JSON.parse(stdout) as { statusCodeStats: Record<string, { count: number }> };
  return Object.fromEntries(Object.entries(stats).map(([status, { count }]) => [status, count]));
}

/** A client that says how long its body is, sends two bytes of it, and then nothing more. */
export class HalfSent {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(url: string): Promise<HalfSent> {
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const type = 'Content-Type: application/x-www-form-urlencoded';
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${type}\r\nContent-Length: 100\r\n\r\na=`);
    return new HalfSent(socket);
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The body of a tRPC call that names `paths` paths into one Set of `size` members, which a general reader walks for each. */
export function manyPaths({ paths, size }: { paths: number; size: number }): string {
  const members = Array.from({ length: size }, (_, index) => index);
  const last = String(size - 1);
  const equal = Array.from({ length: paths }, () => `s.${last}`);
  const meta = { values: { s: ['set'] }, referentialEqualities: { 's.0': equal } };
  return JSON.stringify({ json: { username: 'a', password: 'b', s: members }, meta });
}

/** As `manyPaths`, with each path under a key of its own. */
export function manyKeys(keys: number): string {
  const members = Array.from({ length: keys }, (_, index) => index);
  const last = `s.${keys - 1}`;
  const equal = Object.fromEntries(members.map((index) => [`s.${index}`, [last]]));
  const meta = { values: { s: ['set'] }, referentialEqualities: equal };
  return JSON.stringify({ json: { username: 'a', password: 'b', s: members }, meta });
}
