import type { Part } from './part.ts';

/** Pools of addresses, rules of NAT, and realms. */
export const POOLS: Part = {
  anywhere: {
    pool_name: 'The name of the RADIUS IP pool',
    new_pool_name: 'The name that the pool gets',
    range_from: 'The first IPv4 address of the range',
    range_upto: 'The last IPv4 address of the range',
    free: 'The addresses or prefixes that nobody has',
    ruleid: 'The id of the rule that decides',
    first_port: 'The first port of the block that an inside address has',
    last_port: 'The last port of the block that an inside address has',
  },
  within: {
    'nas.ippool': {
      id: 'The id of the NAS IP pool',
      name: 'The name of the pool, as the NAS has it',
    },
    'nas.nat': {
      id: 'The id of the NAT rule',
      ip: 'The inside IPv4 address',
      at: 'The moment for which to translate',
      inside_from: 'The first inside IPv4 address',
      inside_upto: 'The last inside IPv4 address',
      public_from: 'The first public IPv4 address',
      public_upto: 'The last public IPv4 address',
      publicip: 'The public IPv4 address',
      ports: 'How many ports each inside address has',
      valid_from: 'Since when the rule is in force',
      valid_upto: 'Until when the rule is in force, excluded; null: until you end it',
    },
    'nas.nat_create, nas.nat_list': {
      first_port: 'The first port of each public address that is given out',
      last_port: 'The last port of each public address that is given out',
    },
    realm: {
      id: 'The id of the rule',
      nasid: 'The id of the only NAS where the rule holds; null: it holds at all NASes of the ISP',
      form: 'Where the realm stands in the username',
      realm: 'The realm, case does not matter; `*`: any realm without a rule of its own',
      action:
        '`strip`: look up the name without the realm; `keep`: look up the whole name; `reject`: refuse the log-in',
      username: 'A username as a NAS sends it',
    },
    alert: {
      id: 'The id of the alert',
      kind: 'What it is about: a `silent` NAS, a full IP `pool`, `rejects` of log-ins, `drift` of sessions from their rate, unanswered `coa`, a `clock` that is off, a `reboot`',
      nasid: 'The id of the NAS; null: the alert is about a pool, or about the whole ISP',
      nasname: 'The name of the NAS; null: there is none',
      pool_name: 'The name of the IP pool; null: the alert is about something else',
      since_at:
        'Of a silent NAS: when it was heard last; of a restart: when it was; of drift: when the oldest change was due; else null',
      sessions:
        'Of a silent NAS: the sessions that were open when it was heard last; of a restart: those that it ended; of drift: those that lack their rate; else null',
      measured:
        'CoA unanswered, or log-ins refused, in the last hour; the seconds by which a clock is ahead, negative if it is slow; addresses of a pool in use; else null',
      compared_to:
        'Of CoA: all requests of the hour; of rejects: how many are usual; of a pool: its addresses; else null',
      full_on:
        'The day on which a pool is full at its present pace; null: it is full already, or the alert is no pool’s',
      opened_at: 'When the alert was opened',
      reopened_at: 'When it was last opened again, within an hour of being closed; null: never',
      closed_at: 'When it was closed, after five minutes without its cause; null: it is open',
      acked_at: 'When somebody acknowledged it; null: nobody has',
      acked_by: 'Who acknowledged it; null: nobody has',
      muted_upto: 'Until when nobody is told of it; null: it was not muted',
      muted_by: 'Who muted it; null: nobody has',
      open: 'Only open alerts, or only closed ones',
      acked: 'Only alerts that somebody has acknowledged, or only the others',
      muted: 'Only alerts that are muted now, or only the others',
      upto: 'Until when nobody is told of it, 30 days from now at most',
    },
    'realm.test': {
      nasid: 'The id of the NAS that sends the name',
      name: 'The username that is looked for; null: none, the log-in is refused',
      serviceid: 'The id of the service of that username; null: none that the caller sees',
      ruleid: 'The id of the rule that decides; null: none does, or a service has the whole name',
      action: 'What the rule does; null: no rule decides',
    },
    ippool: {
      count: 'The IPv4 addresses of the pool',
      staticip_count: 'The addresses that services have as their static ones',
      ip3: 'Only pools with an address that begins with these three octets',
      vendor: 'Only pools of ISPs that have a NAS of this vendor',
      ip: 'The IPv4 address',
      username: 'The username of the service that has the address; empty: nobody, or one that the caller may not see',
      type: 'Only addresses that are static (`staticip`), leased (`inuse`) or `free`; when absent, all of them',
    },
    ip6pool: {
      id: 'The id of the pool',
      name: 'The name of the pool',
      prefix: 'The network that the pool divides; as a filter, an address in it',
      length: 'The length of each prefix in bits',
      kind: '`Framed`: for the link to the subscriber; `Delegated`: for the network of their router',
      count: 'The prefixes of the pool',
      leased: 'The prefixes that are leased',
    },
  },
};
