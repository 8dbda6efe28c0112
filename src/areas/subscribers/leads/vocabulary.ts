/** Sources a lead can be created with; the lists also have `Others` (contract 4.8). */
export const NEW_SOURCES = ['Web', 'Sms', 'Phone', 'WalkIn', 'Agent'] as const;

export const SOURCES = [...NEW_SOURCES, 'Others'] as const;
