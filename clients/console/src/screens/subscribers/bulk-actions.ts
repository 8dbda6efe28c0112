import type { IconName } from '../../ui/icons.tsx';

/** What can be done with many subscribers, and the statuses in which it makes sense; the node judges. */
export const ACTIONS = [
  { name: 'renew', icon: 'refresh', fits: (status: string) => status !== 'Suspend' },
  { name: 'suspend', icon: 'pause', fits: (status: string) => !['Suspend', 'NewRequest'].includes(status) },
  { name: 'restore', icon: 'play', fits: (status: string) => ['Suspend', 'NP', 'NPD'].includes(status) },
  { name: 'bill', icon: 'receipt', fits: (status: string) => status !== 'NewRequest' },
] as const satisfies readonly { name: string; icon: IconName; fits: (status: string) => boolean }[];

export type BulkAction = (typeof ACTIONS)[number]['name'];
