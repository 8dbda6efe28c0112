/** One line of a graph: an expression, and the legend made of its labels. */
type Line = readonly [expr: string, legend: string];

export interface Panel {
  readonly title: string;
  /** A unit of Grafana. */
  readonly unit: string;
  readonly lines: readonly Line[];
  /** What a reader should know to judge it. */
  readonly about?: string;
}

export interface Room {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** `$node` are the chosen instances. What all nodes show alike is taken from one of them, by `max`. */
const on = (metric: string, more = '') => `${metric}{instance=~"$node"${more && `, ${more}`}}`;
const rate = (metric: string, more = '') => `rate(${on(metric, more)}[$__rate_interval])`;
const sum = (by: string, expr: string) => `sum by (${by}) (${expr})`;
const quantile = (q: number, by: string, metric: string) =>
  `histogram_quantile(${q}, ${sum(`${by}, le`, rate(`${metric}_bucket`))})`;

const NEW = 'outcome!~"retransmission|under-way|unauthentic|unsigned"';

const radius: Room = {
  title: 'RADIUS',
  panels: [
    {
      title: 'Packets',
      unit: 'pps',
      lines: [[sum('type, outcome', rate('lastmile_radius_packets_total')), '{{type}} {{outcome}}']],
    },
    {
      title: 'Unanswered',
      unit: 'percentunit',
      about: 'Of new, authentic requests. Above 0.1 % an alert fires.',
      lines: [
        [
          `${sum('type', rate('lastmile_radius_packets_total', 'outcome="unanswered"'))} / ${sum('type', rate('lastmile_radius_packets_total', NEW))}`,
          '{{type}}',
        ],
      ],
    },
    {
      title: 'Answer time',
      unit: 's',
      lines: [
        [quantile(0.5, 'type', 'lastmile_radius_answer_seconds'), '{{type}} half'],
        [quantile(0.99, 'type', 'lastmile_radius_answer_seconds'), '{{type}} 99 %'],
      ],
    },
    {
      title: 'Rejected log-ins',
      unit: 'reqps',
      lines: [[sum('reason', rate('lastmile_radius_rejects_total')), '{{reason}}']],
    },
    {
      title: 'Busiest NASes',
      unit: 'pps',
      about: 'The ten that send the most to each node.',
      lines: [[sum('nas, isp', on('lastmile_radius_nas_packets_per_second')), '{{nas}} of ISP {{isp}}']],
    },
    {
      title: 'Packets with a wrong secret',
      unit: 'pps',
      lines: [[sum('nas, isp', on('lastmile_radius_nas_dropped_packets_per_second')), '{{nas}} of ISP {{isp}}']],
    },
  ],
};

const accounting: Room = {
  title: 'Accounting and journal',
  panels: [
    {
      title: 'Records',
      unit: 'ops',
      lines: [
        [sum('instance', rate('lastmile_radius_packets_total', 'outcome="recorded"')), '{{instance}} recorded'],
        [sum('instance', rate('lastmile_radius_accounting_journalled_total')), '{{instance}} into the journal'],
        [sum('instance', rate('lastmile_radius_accounting_replayed_total')), '{{instance}} out of the journal'],
        [sum('instance', rate('lastmile_radius_accounting_not_durable_total')), '{{instance}} stored nowhere'],
      ],
    },
    {
      title: 'Commit, 99 %',
      unit: 's',
      lines: [[quantile(0.99, 'instance', 'lastmile_radius_accounting_commit_seconds'), '{{instance}}']],
    },
    {
      title: 'Records a commit',
      unit: 'short',
      lines: [
        [
          `${sum('instance', rate('lastmile_radius_accounting_batch_records_sum'))} / ${sum('instance', rate('lastmile_radius_accounting_batch_records_count'))}`,
          '{{instance}}',
        ],
      ],
    },
    {
      title: 'Journal',
      unit: 'bytes',
      about: 'Above 0 the database takes no records, or not all yet.',
      lines: [
        [on('lastmile_radius_accounting_journal_bytes'), '{{instance}}'],
        [on('lastmile_radius_accounting_journal_limit_bytes'), '{{instance}} limit'],
      ],
    },
    {
      title: 'Age of the journal',
      unit: 's',
      lines: [[on('lastmile_radius_accounting_journal_age_seconds'), '{{instance}}']],
    },
    { title: 'Waiting records', unit: 'short', lines: [[on('lastmile_radius_accounting_queue'), '{{instance}}']] },
  ],
};

const sessions: Room = {
  title: 'Sessions',
  panels: [
    { title: 'Online', unit: 'short', lines: [[`max(${on('lastmile_radius_open_sessions')})`, 'services online']] },
    {
      title: 'In memory',
      unit: 'short',
      about: 'Nodes that differ have missed changes.',
      lines: [
        [on('lastmile_radius_services'), '{{instance}} services'],
        [on('lastmile_radius_nases'), '{{instance}} NASes'],
      ],
    },
    {
      title: 'NASes in trouble',
      unit: 'short',
      lines: [
        [`count(max by (nas) (${on('lastmile_radius_silent_nases')}))`, 'silent'],
        [`max(${on('lastmile_radius_unresponsive_nases')})`, 'no answer to Disconnect or CoA'],
        [`max(${on('lastmile_radius_unreadable_secrets')})`, 'unreadable secret'],
      ],
    },
    {
      title: 'Authentication log',
      unit: 'short',
      lines: [[on('lastmile_radius_auth_log_queue'), '{{instance}} waiting']],
    },
  ],
};

export const NETWORK_ROOMS: readonly Room[] = [radius, accounting, sessions];
export const panelTools = { on, rate, sum, quantile };
