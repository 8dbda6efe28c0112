import type { Packet } from '../../protocol/packet/packet.ts';
import type { Hop } from '../../state/directory/hop.ts';
import type { PacketHandler } from '../packet-handler.ts';
import type { HopRequest, Request } from '../request.ts';

/** The handlers of several ports on one connection. A code that more of them accept goes to the first. */
export class HandlerByCode implements PacketHandler {
  readonly codes: ReadonlySet<number>;
  readonly #handlers = new Map<number, PacketHandler>();

  constructor(handlers: readonly PacketHandler[]) {
    for (const handler of [...handlers].reverse()) for (const code of handler.codes) this.#handlers.set(code, handler);
    this.codes = new Set(this.#handlers.keys());
  }

  dropReason(packet: Packet, hop: Hop): 'unauthentic' | 'unsigned' | null {
    return this.#handlerOf(packet).dropReason(packet, hop);
  }

  handle(request: Request): void {
    this.#handlerOf(request.packet).handle(request);
  }

  answerStatusServer(request: HopRequest): void {
    this.#handlerOf(request.packet).answerStatusServer(request);
  }

  #handlerOf({ code }: Packet): PacketHandler {
    const handler = this.#handlers.get(code);
    if (!handler) throw new Error(`no handler for packets of code ${code}`);
    return handler;
  }
}
