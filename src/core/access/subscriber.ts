/** A signed-in subscriber: a customer, by the name of one of their services. Not a login user, and never taken for one. */
export interface Subscriber {
  readonly sessionId: number;
  readonly ispId: number;
  readonly customerId: number;
  /** The owner of the customer. */
  readonly resellerId: number | null;
  /** Of the service whose name was given. */
  readonly username: string;
  /** IANA name of the ISP's time zone. */
  readonly zone: string;
}
