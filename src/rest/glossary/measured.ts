import type { Part } from './part.ts';

/** What is measured of the network: by routers, over RouterOS's API, and by the node, for graphs. */
export const MEASURED: Part = {
  anywhere: {},
  within: {
    'nas.check': {
      server: 'The address of this server in the configuration; default: the host of PUBLIC_URL',
      checks: 'What the configuration sets up, each compared with the router',
    },
    checks: {
      check: 'What is compared',
      result: 'Whether the router has it: `ok`, `missing`, or `differs`',
      found: 'What the router has; empty: nothing of that kind',
      command: 'The command to paste into the terminal of the router; null: nothing to do',
    },
    'nas.graph': {
      serviceid: 'The subscriber whose line the graph is of; either this or `interface`',
      interface: 'The name of an interface or a simple queue of the router',
      period: 'The last 26 hours, 8 days, 5 weeks or 13 months',
    },
    'nas.api_pin': { fingerprint: 'The SHA-256 fingerprint of the certificate of the router' },
    'nas.api_status': {
      enabled: 'Whether `api_enable` is on',
      transport: '`tls`, or `plain` at port 8728; null: no `api_port`',
      fingerprint: 'The SHA-256 fingerprint of the confirmed certificate; null: none yet',
      offered: 'The fingerprint of another certificate that the router showed; null: none',
      offered_at: 'When the router showed it',
      paused_upto: 'Until when no node logs in, after three refused log-ins; null: not paused',
    },
    'nas.resources': {
      identity: 'The name that the router has for itself',
      board: 'The model of the router',
      architecture: 'The architecture of its processor',
      version: 'The version of RouterOS',
      uptime: 'The seconds since the router started',
      rebooted_at: 'When the router restarted, if its uptime fell between two questions; null: not seen',
      cpus: 'The cores of its processor',
      cpu_percent: 'The load of its processor',
      memory_mb: 'The memory, in MB (2^20 bytes)',
      memory_free_mb: 'The free memory, in MB (2^20 bytes)',
      disk_free_mb: 'The free storage, in MB (2^20 bytes)',
      clock_ahead: 'The seconds that its clock is ahead; negative: it is slow; null: not known',
      time_zone: 'The time zone that is set on the router',
    },
    'service.traffic, plan.traffic, nas.traffic': {
      period: '`day`: the last 24 hours by five minutes; `week`: the last seven days by hours',
      from: 'The beginning of the first step',
      upto: 'The end of the last step',
      step: 'The seconds of a step',
      points: 'The steps with traffic, in order of time',
    },
    points: {
      dl: 'The average download rate of the step in kbit/s',
      ul: 'The average upload rate of the step in kbit/s',
    },
    'nas.traffic': { online: 'The highest number of open sessions in the step' },
    'session.throughput': { id: 'The id of the open session, as `session/live` has it' },
    'session.ping, session.traceroute': {
      id: 'The id of the open session, as `session/live` has it',
      address: 'The address of the session',
    },
    'session.traceroute': { hops: 'The hops from the router to the subscriber, in order' },
    'session.ping': {
      count: 'How many times to ping',
      sent: 'The pings that were sent',
      received: 'The pings that were answered',
      min_ms: 'The shortest round trip, in milliseconds; null: no answer',
      avg_ms: 'The mean of the round trips, in milliseconds; null: no answer',
      max_ms: 'The longest round trip, in milliseconds; null: no answer',
      replies: 'The pings, in order',
    },
    replies: {
      ms: 'The round trip in milliseconds; null: no answer',
      ttl: 'The TTL of the answer; null: no answer',
      problem: 'What the router says instead, such as `timeout`; null: nothing',
    },
    hops: {
      address: 'The address of the hop; null: it does not answer',
      ms: 'The round trip in milliseconds; null: no answer',
      loss_percent: 'The lost probes in percent; null: not known',
      note: 'What the router remarks; null: nothing',
    },
  },
};
