import type { Permission } from '../../../core/access/permission.ts';
import type { ListDefinition } from '../../../core/list/index.ts';
import { plans } from '../../catalogue/plans/list.ts';
import { subPlans } from '../../catalogue/plans/sub-plans/list.ts';
import { payments } from '../../money/payments/list.ts';
import { ipPools } from '../../network/ip-pools/list.ts';
import { ip6Pools } from '../../network/ip6-pools/list.ts';
import { nases } from '../../network/nas/list.ts';
import { customers } from '../../subscribers/customers/list.ts';
import { pendingLeads } from '../../subscribers/leads/list.ts';
import { services } from '../../subscribers/services/list.ts';
import { resellers } from '../../tenancy/resellers/list.ts';
import { users } from '../../tenancy/users/list.ts';

interface TopicRow {
  /** Who may hear of a change: who could find the record in this list. */
  readonly list: Pick<ListDefinition, 'from' | 'key' | 'scope'>;
  readonly needs: Permission;
  /** The audited table whose changes these are. */
  readonly table?: string;
  /** Subjects of the notifications on channel `directory`. */
  readonly subjects?: readonly string[];
}

/** What a console is told about. Ids are those of the list; those of `session` are services. */
export const TOPICS = {
  service: { list: services, needs: 'service.read', table: 'crm.service', subjects: ['service', 'usage'] },
  session: { list: services, needs: 'session.read' },
  customer: { list: customers, needs: 'customer.read', table: 'crm.customer' },
  payment: { list: payments, needs: 'payment.read', table: 'crm.payment' },
  lead: { list: pendingLeads, needs: 'lead.read', table: 'crm.lead' },
  nas: { list: nases, needs: 'nas.read', table: 'radius.nas', subjects: ['nas', 'nas_share'] },
  pool: { list: ipPools, needs: 'pool.read', table: 'radius.ip_pool', subjects: ['ip_pool'] },
  ip6pool: { list: ip6Pools, needs: 'pool.read', table: 'radius.ip6_pool', subjects: ['ip6_pool'] },
  plan: { list: plans, needs: 'plan.read', table: 'crm.plan', subjects: ['plan'] },
  subplan: { list: subPlans, needs: 'plan.read', table: 'crm.sub_plan' },
  reseller: { list: resellers, needs: 'reseller.read', table: 'crm.reseller', subjects: ['reseller'] },
  user: { list: users, needs: 'user.read', table: 'auth.login_user' },
} as const satisfies Record<string, TopicRow>;

export type Topic = keyof typeof TOPICS;

const rows = Object.entries(TOPICS) as [Topic, TopicRow][];

export const TOPIC_OF_TABLE: ReadonlyMap<string, Topic> = new Map(
  rows.flatMap(([topic, { table }]) => (table ? [[table, topic]] : [])),
);
export const TOPIC_OF_SUBJECT: ReadonlyMap<string, Topic> = new Map(
  rows.flatMap(([topic, { subjects = [] }]) => subjects.map((subject): [string, Topic] => [subject, topic])),
);
export const rowOfTopic = (topic: Topic): TopicRow => TOPICS[topic];
