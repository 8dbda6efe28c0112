import type { Agreed } from './agreed.ts';
import type { Purpose } from './vocabulary.ts';

/** What somebody may pay. */
export interface OrderRequest {
  readonly serviceId: number;
  /** A decimal text above 0. Undefined: what the service owes. */
  readonly amt?: string | undefined;
  readonly purpose: Purpose;
  /** Of what is done with the payment, and of nothing else. */
  readonly agreed?: Agreed | undefined;
  /** Undefined: the oldest active one of the ISP. */
  readonly gatewayId?: number | undefined;
  /** A path of this installation that the payer is led back to. */
  readonly returnPath?: string | undefined;
  /** Orders that the customer may open themselves within an hour. Undefined: staff open as many as they like. */
  readonly maxHourly?: number | undefined;
}
