import type { Kernel } from './kernel.ts';
import type { Scope } from './scope.ts';

/** What a rule may need besides its transaction and its input. */
export interface Call {
  readonly scope: Scope;
  /** IANA name of the zone that the ISP's days are counted in. */
  readonly zone: string;
  readonly kernel: Pick<Kernel, 'config' | 'clock' | 'secretsKey'>;
}
