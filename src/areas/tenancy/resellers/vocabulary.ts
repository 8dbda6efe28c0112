export const RESELLER_TYPES = ['Reseller', 'Franchisee'] as const;

export const INVOICE_BY = ['ISP', 'Reseller'] as const;

export const PAYMENT_BY = ['ISP', 'Reseller', 'ISP+Reseller'] as const;
