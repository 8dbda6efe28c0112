/** How a seller's sales are taxed: by the taxes of the settings as they are, or by the place of supply in India or the EU. */
export const SCHEMES = ['none', 'gst', 'vat'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** How a unit in a special economic zone is sold to: with payment of integrated tax, or under a letter of undertaking without. */
export const SEZ_SUPPLIES = ['WithPayment', 'WithoutPayment'] as const;
export type SezSupply = (typeof SEZ_SUPPLIES)[number];

/** A composition dealer (CGST Act, section 10) and who is not registered charge no tax. */
export const REGISTRATIONS = ['Regular', 'Composition', 'Unregistered'] as const;
export type Registration = (typeof REGISTRATIONS)[number];
