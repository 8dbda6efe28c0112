import { Tokens } from '../../server/tokens.ts';

/** A TLS handshake costs a node one to three milliseconds, a hundred times another log-in. */
const PER_SECOND = 150;
const BURST = 300;
const PER_SECOND_OF_ISP = 40;
const BURST_OF_ISP = 100;

/** Limits the handshakes that are begun per second, of each ISP and in all, so that the devices of one slow nobody else. */
export class StartLimits {
  readonly #all = new Tokens(PER_SECOND, BURST);
  readonly #ofIsp = new Map<number, Tokens>();

  /** Whether a handshake may begin. `now` in milliseconds. */
  begin(ispId: number, now: number): boolean {
    let own = this.#ofIsp.get(ispId);
    if (own === undefined) {
      own = new Tokens(PER_SECOND_OF_ISP, BURST_OF_ISP);
      this.#ofIsp.set(ispId, own);
    }
    // The ISP's first, so that one that asks too often takes nothing from the others.
    return own.take(now) && this.#all.take(now);
  }
}
