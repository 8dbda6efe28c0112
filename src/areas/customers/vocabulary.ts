export const CUSTOMER_TYPES = ['Individual', 'Organisation'] as const;
