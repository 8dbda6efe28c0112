import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { FrameReader } from '../../../src/radius/server/radsec/frame-reader.ts';
import { RADSEC_SECRET } from '../../../src/radius/state/directory/tls-hop.ts';
import type { Target } from './measured.ts';
import { UDP_SECRET, type Wanted } from './ms-chap-requests.ts';

/** Carries packets to a server and back: a UDP port, or a RadSec connection. */
export interface Wire extends Wanted {
  send(packet: Buffer): void;
  /** After the last of several packets at hand. */
  flush(): void;
  onPacket(receive: (packet: Buffer) => void): void;
  close(): void;
}

export async function openUdp({ auth }: Target): Promise<Wire> {
  const socket = createSocket('udp4');
  // Connected, so that sending needs no address.
  await new Promise<void>((resolve) => socket.connect(auth, '127.0.0.1', resolve));
  return {
    secret: UDP_SECRET,
    firstUser: 0,
    send: (packet) => socket.send(packet),
    flush: () => undefined,
    onPacket: (receive) => socket.on('message', receive),
    close: () => socket.close(),
  };
}

export interface RadSecFiles {
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
}

/** The certificate is that of both ends. */
export const openRadSec =
  ({ port, certFile, keyFile }: RadSecFiles) =>
  async (): Promise<Wire> => {
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
    const socket = connect({ host: '127.0.0.1', port, ca: cert, cert, key, checkServerIdentity: () => undefined });
    await once(socket, 'secureConnect');
    socket.setNoDelay(true);
    const frames = new FrameReader();
    let unsent: Buffer[] = [];
    return {
      secret: RADSEC_SECRET,
      // Others than over UDP: a user who has just logged in at one NAS is refused at another.
      firstUser: 50_000,
      send: (packet) => unsent.push(packet),
      flush: () => {
        socket.write(Buffer.concat(unsent));
        unsent = [];
      },
      onPacket: (receive) =>
        socket.on('data', (chunk: Buffer) =>
          frames.read(chunk, (packet) => {
            receive(packet);
            return true;
          }),
        ),
      close: () => socket.destroy(),
    };
  };
