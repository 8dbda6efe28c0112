import { COMMANDS } from '../../../../routeros/commands.ts';
import { BLOCKED_POOL, FILTERS, gardenHosts, redirect } from '../../nas/onboarding/routeros-lines.ts';
import { type Check, enabled, oneOfThem } from './judge.ts';

/** The addresses of blocked subscribers; log-ins name the pool. */
export const blockedPool: Check = {
  command: COMMANDS.blockedPool,
  shows: ['name', 'ranges'],
  judge: (rows) => oneOfThem(rows, () => true),
  fix: () => [BLOCKED_POOL],
};

const hasGarden: Check['applies'] = ({ garden }) => garden !== null;

/** What blocked subscribers may reach. RouterOS keeps a name beside the addresses that it stands for. */
export const walledGarden: Check = {
  command: COMMANDS.walledGarden,
  shows: ['address'],
  applies: hasGarden,
  judge: (rows, { garden }) => oneOfThem(enabled(rows), (row) => row.get('address') === garden?.host),
  fix: ({ garden }) => (garden ? gardenHosts(garden) : []),
};

export const redirects: Check = {
  command: COMMANDS.redirects,
  shows: ['chain', 'action', 'to-addresses', 'to-ports'],
  applies: hasGarden,
  judge: (rows, { garden }) =>
    oneOfThem(enabled(rows), (row) => row.get('action') === 'dst-nat' && row.get('to-ports') === String(garden?.port)),
  fix: ({ garden }) => (garden ? [redirect(garden)] : []),
};

/** Without it they reach everything. */
export const filters: Check = {
  command: COMMANDS.filters,
  shows: ['chain', 'action'],
  applies: hasGarden,
  judge: (rows) =>
    oneOfThem(
      enabled(rows),
      (row) => row.get('chain') === 'forward' && /^(reject|drop)$/.test(row.get('action') ?? ''),
    ),
  fix: () => FILTERS,
};
