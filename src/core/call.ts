import type { Kernel } from './kernel.ts';
import type { Scope } from './tenancy/scope.ts';

/** What a rule may need in addition to its transaction and its input. */
export interface Call {
  readonly scope: Scope;
  /** IANA name of the ISP's time zone. */
  readonly zone: string;
  readonly kernel: Pick<Kernel, 'config' | 'clock' | 'secretsKeys'>;
}
