import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';

const LENGTH = 0x80;
const MORE = 0x40;

export interface DeviceOptions {
  readonly tls: ConnectionOptions;
  /** What the device says in the tunnel, when it is up (`null`) and after each thing it hears. */
  readonly say: (heard: Buffer | null, socket: TLSSocket) => Buffer | null;
  /** Octets of a fragment. */
  readonly fragment?: number;
}

/** A device's end of an EAP method with TLS: takes the data of a request, and gives that of its response. */
export class Device {
  readonly #socket: TLSSocket;
  readonly #wire: Duplex;
  readonly #options: DeviceOptions;
  #records: Buffer[] = [];
  #heard: (Buffer | null)[] = [];
  #incoming: Buffer[] = [];
  #outgoing: Buffer[] = [];

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.#wire = new Duplex({
      read: () => undefined,
      write: (records: Buffer, _encoding, done) => {
        this.#records.push(records);
        done();
      },
    });
    this.#socket = connect({ socket: this.#wire, ...options.tls });
    this.#socket.on('secureConnect', () => this.#heard.push(null));
    this.#socket.on('data', (plain: Buffer) => this.#heard.push(plain));
    this.#socket.on('error', () => undefined);
  }

  async answer(data: Buffer): Promise<Buffer> {
    const flags = data[0] ?? 0;
    const octets = data.subarray((flags & LENGTH) !== 0 ? 5 : 1);
    if (this.#outgoing.length > 0) return this.#outgoing.shift() as Buffer;
    this.#incoming.push(octets);
    if ((flags & MORE) !== 0) return Buffer.of(0);
    const message = Buffer.concat(this.#incoming);
    this.#incoming = [];
    if (message.length > 0) this.#wire.push(message);
    await settle();
    for (const heard of this.#heard.splice(0)) {
      const said = this.#options.say(heard, this.#socket);
      if (said) this.#socket.write(said);
    }
    await settle();
    this.#outgoing = this.#fragmentsOf(Buffer.concat(this.#records.splice(0)));
    return this.#outgoing.shift() ?? Buffer.of(0);
  }

  #fragmentsOf(message: Buffer): Buffer[] {
    const most = this.#options.fragment ?? 1_000;
    const fragments: Buffer[] = [];
    for (let at = 0; at < message.length; at += most) {
      const more = at + most < message.length ? MORE : 0;
      const length = Buffer.alloc(5);
      length.writeUInt32BE(message.length, 1);
      length[0] = (at === 0 ? LENGTH : 0) | more;
      fragments.push(Buffer.concat([at === 0 ? length : Buffer.of(more), message.subarray(at, at + most)]));
    }
    return fragments;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}
