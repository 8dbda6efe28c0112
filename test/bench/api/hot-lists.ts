import { createHash } from 'node:crypto';
import { sessionLog } from '../../../src/areas/network/sessions/session-log.ts';
import { customers } from '../../../src/areas/subscribers/customers/list.ts';
import { pendingLeads } from '../../../src/areas/subscribers/leads/list.ts';
import { services } from '../../../src/areas/subscribers/services/list.ts';
import type { listStatement } from '../../../src/core/list/index.ts';

/** One question to a list: documented parameters, and the ISP whose administrator asks. */
export interface Question {
  readonly isp: number;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A list that subscribers' software calls all day, and the many ways of asking it one thing. */
export interface HotList {
  readonly name: string;
  readonly path: string;
  readonly list: Parameters<typeof listStatement>[0];
  /** Do the filters leave a few rows, however many there are? Then the size of the table must not matter. */
  readonly selective: boolean;
  /** Number n of them. The filters leave the same rows in the small and in the large database. */
  question(n: number): Question;
}

const ISPS = 50;
/** Services, customers and leads up to this number are in the small database too. */
const COMMON = { services: 10_000, customers: 4_000 };

const ispOf = (n: number) => ((n - 1) % ISPS) + 1;
/** Spreads the questions over the table. */
const pick = (n: number, upTo: number) => ((n * 7919) % upTo) + 1;
const digest = (n: number) => createHash('md5').update(String(n)).digest('hex');
const usernameOf = (n: number) => `user${String(n).padStart(7, '0')}_${digest(n).slice(0, 6)}`;
/** Four of five are active, as in the dataset. */
const statusOf = (n: number) => ['NP', 'NPD', 'Suspend', 'NewRequest'][(n % 20) - 16] ?? 'Active';
const mobileOf = (n: number) => `98${String((n * 7919) % 100_000_000).padStart(8, '0')}`;

const about = (n: number, parameters: Record<string, string>): Question => ({
  isp: ispOf(n),
  parameters: { rows_limit: '50', ...parameters },
});

function ofService(name: string, selective: boolean, filter: (service: number) => Record<string, string>): HotList {
  const question = (n: number) => {
    const service = pick(n, COMMON.services);
    return about(service, filter(service));
  };
  return { name: `service/list ${name}`, path: '/api/service/list', list: services, selective, question };
}

export const HOT_LISTS: readonly HotList[] = [
  ofService('status', false, (n) => ({ status: statusOf(n) })),
  ofService('username=prefix%', true, (n) => ({ username: `user000${n % 10}%` })),
  ofService('username=%middle%', true, (n) => ({ username: `%${usernameOf(n).slice(11, 17)}%` })),
  ofService('username, exact', true, (n) => ({ username: usernameOf(n) })),
  {
    name: 'customer/list mobile',
    path: '/api/customer/list',
    list: customers,
    selective: true,
    question: (n) => {
      const customer = pick(n, COMMON.customers);
      return about(customer, { mobile: mobileOf(customer) });
    },
  },
  {
    name: 'lead/list status, date',
    path: '/api/lead/list',
    list: pendingLeads,
    selective: true,
    question: (n) =>
      about(n + 1, {
        status: ['Welcome-Call', 'Field-Verification', 'Installation', 'Final-Test'][n % 4] ?? '',
        created_from: '2025-01-02',
        created_upto: '2025-01-05',
      }),
  },
  {
    name: 'session_log NAS, time',
    path: '/api/radius/user/session_log',
    list: sessionLog,
    selective: false,
    question: (n) => {
      const month = String((n % 9) + 2).padStart(2, '0');
      return about(n + 1, { nasip: `127.1.0.${ispOf(n + 1)}`, session_starttime: `<=2026-${month}-15 12:00:00` });
    },
  },
];
