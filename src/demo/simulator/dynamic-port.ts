import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { SharedSecret } from '../../radius/protocol/crypto/shared-secret.ts';
import { encodeAnswer } from '../../radius/protocol/packet/answer.ts';
import { Attribute } from '../../radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../radius/protocol/packet/attribute-writer.ts';
import { verifyAccountingAuthenticator } from '../../radius/protocol/packet/authenticator.ts';
import { Code } from '../../radius/protocol/packet/code.ts';
import { Packet } from '../../radius/protocol/packet/packet.ts';

/** Error-Cause: the NAS has no such session (RFC 5176 section 3.5). */
const NO_SESSION = 503;

/** What a NAS does with a request about one of its sessions. False: it has no such session; null: it does not answer. */
export interface DynamicHandler {
  disconnect(acctSessionId: string): boolean | null;
  change(acctSessionId: string, packet: Packet): boolean | null;
}

/** The port at which the NAS takes Disconnect- and CoA-Requests of the node. */
export class DynamicPort {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** @throws Error with `code` EADDRINUSE if the port is taken */
  static async open(port: number, secret: SharedSecret, handler: DynamicHandler): Promise<DynamicPort> {
    const socket = createSocket('udp4');
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    socket.on('message', (datagram, { port: from, address }) => {
      const answer = answerTo(datagram, secret, handler);
      if (answer) socket.send(answer, from, address, () => undefined);
    });
    socket.on('error', () => undefined);
    return new DynamicPort(socket);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(resolve));
  }
}

/** A packet without the right signature is not answered. */
function answerTo(datagram: Buffer, secret: SharedSecret, handler: DynamicHandler): Buffer | null {
  const packet = Packet.parse(datagram);
  if (!packet || !verifyAccountingAuthenticator(packet, secret)) return null;
  const acctSessionId = packet.text(Attribute.AcctSessionId) ?? '';
  const isDisconnect = packet.code === Code.DisconnectRequest;
  if (!isDisconnect && packet.code !== Code.CoaRequest) return null;
  const isDone = isDisconnect ? handler.disconnect(acctSessionId) : handler.change(acctSessionId, packet);
  if (isDone === null) return null;
  const [ack, nak] = isDisconnect ? [Code.DisconnectAck, Code.DisconnectNak] : [Code.CoaAck, Code.CoaNak];
  return encodeAnswer(packet, isDone ? { code: ack } : { code: nak, own: noSession() }, secret);
}

const noSession = (): Buffer => new AttributeWriter().integer(Attribute.ErrorCause, NO_SESSION).bytes();
