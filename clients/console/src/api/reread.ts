import { type Path, read } from './client.ts';

type Input = Readonly<Record<string, unknown>>;
type Named = readonly [Path, Input];

const byId =
  (list: Path) =>
  ({ id }: Input): Named => [list, { id }];

/** Where the record stands that an update names. */
const RECORDS: Partial<Record<Path, (named: Input) => Named>> = {
  'user.update': byId('user.list'),
  'isp.update': ({ ispid }) => ['isp.list', { ispid }],
  'isp.settings_update': () => ['isp.settings', {}],
  'reseller.update': ({ resellerid }) => ['reseller.list', { resellerid }],
  'location.update': ({ location_code }) => ['location.list', { location_code }],
  'location.sublocation_update': ({ location_code, sub_location_code }) => [
    'location.sublocation',
    { location_code, sub_location_code },
  ],
  'lead.edit': byId('lead.list'),
  'ticket.edit': byId('ticket.list'),
  'ticket.assign': byId('ticket.list'),
  'ticket.queue_update': byId('ticket.queue_list'),
  'ticket.category_update': byId('ticket.category_list'),
  'phonecall.update': byId('phonecall.list'),
  'note.update': byId('note.list'),
  'visit.edit': byId('visit.list'),
  'incident.update': byId('incident.list'),
  'task.update': byId('task.list'),
  'plan.update': byId('plan.list'),
  'plan.subplan_update': byId('plan.subplan_list'),
  'customer.update': ({ customerid }) => ['customer.list', { customerid }],
  'service.update': ({ serviceid }) => ['service.list', { serviceid }],
  'nas.update': byId('nas.list'),
  'nas.ippool_update': byId('nas.ippool_list'),
  'nas.nat_update': byId('nas.nat_list'),
  'proxy.update': byId('proxy.list'),
  'ip6pool.update': byId('ip6pool.list'),
  'topupplan.update': byId('topupplan.list'),
  'notice.update': byId('notice.list'),
  'webhook.update': byId('webhook.list'),
  'gateway.update': byId('gateway.list'),
  'ippool.update': ({ pool_name }) => ['ippool.list', { pool_name }],
};

/** Names that an update changes are parameters of their own: `new_pool_name`. */
const RENAMED = ['location_code', 'sub_location_code', 'pool_name'];

/** The record that an update names, as it is now, by the names of the update. Undefined: it is gone. @throws LastmileError */
export async function reread(path: Path, named: Input): Promise<Input | undefined> {
  const place = RECORDS[path]?.(named);
  if (!place) return undefined;
  const answer: unknown = await read(place[0], place[1] as never);
  const record = (Array.isArray(answer) ? answer[0] : answer) as Input | undefined;
  return record && withNewNames(record);
}

const withNewNames = (record: Input): Input => ({
  ...record,
  ...Object.fromEntries(RENAMED.map((name) => [`new_${name}`, record[name]])),
});
