import type { Part } from './part.ts';

/** A subscriber in one call, and the verdict on top. */
export const VERDICTS: Part = {
  anywhere: {
    cause: 'The rule that gives the service less than level 1 of its plan; null: none does',
  },
  within: {
    'subscriber.verdict': {
      audience:
        'Whom `text` is for: `staff`; `subscriber`: it can be sent to them as it is; `voice`: the same without amounts, for a caller who has proved only their number',
      language: 'The language of `text`; for the audience `staff` only `en`',
    },
    'subscriber.list': {
      search:
        'Anything that a subscriber is known by: a username or name, a telephone number, an IPv4 or MAC address, or an id',
      serviceids: 'Only these services, by id',
      incidentid:
        'Only services that this incident concerns; of one that has ended, that it has concerned. Needs `incident.read`',
      customername: 'The name of the customer; null for a caller who may not see customers',
      mobile: 'The telephone number of the customer, as it was typed; a search finds it in any spelling',
      ip: 'The IPv4 address of the open session; null: none, or the caller may not see sessions',
    },
    'subscriber.get': {
      service: 'The service, as `service/list` shows it',
      owner: 'The ISP and the reseller by name',
      plan: 'The plan, as `plan/list` shows it; null: the caller may not see plans',
      subplan: 'The sub plan, as `plan/subplan_list` shows it; null: the caller may not see plans',
      usage: 'What is used of the open period',
      customer: 'The customer, as `customer/list` shows it; null: the caller may not see customers',
      sessions: 'The open sessions, as `session/live` shows them; null: the caller may not see sessions',
      money: 'What the service owes and may owe; null: the caller may not see payments',
      invoices: 'The invoices that are not paid, oldest first; null: the caller may not see payments',
      verdict: 'What to tell the subscriber first; null: the caller may not see it',
      access:
        'What a log-in with the right password would get; null: the caller may not see it, or it is not known yet',
    },
    owner: {
      ispid: 'The id of the ISP',
      isp: 'The name of the ISP',
      resellerid: 'The id of the reseller',
      reseller: 'The name of the reseller; null: the service is the ISP’s own',
    },
    usage: {
      total_gb: 'The volume of the period in GB, with carry-over and top-ups; null: unlimited',
    },
    money: {
      outstanding: 'What the service owes; below 0: what is paid in advance',
      credit_limit: 'The most that the service may owe before it is cut off; null: no limit',
      wallet:
        'The balance of the wallet of the franchisee that the bills are taken from; null: there is none, or the caller may not see it',
    },
    'verdict, subscriber.verdict': {
      verdict:
        'The case: `online`; `reduced`: online with less than the plan; `blocked`; `incident`: offline because of an open incident, or online in a `Degraded` one; `silent`: its NAS reports nothing; `refused`: log-ins fail; `offline`; `never`: was never online; `new`: has not begun',
      cause: 'Why there is less than the plan, or why a log-in would get less; null: there is no less',
      since: 'Since when it is so; null: that is not known',
      upto: 'The last day of it: of the period if its volume is used up or it is over, of grace if payment is overdue',
      online: 'Whether the service has an open session that its NAS still reports',
      dl: 'The download rate of a session in kbit/s; null: no limit, or no access',
      ul: 'The upload rate of a session in kbit/s; null: no limit, or no access',
      used_gb: 'What is used of the levels that are used up, in GB; null unless `cause` is `volume`',
      volume_gb: 'The volume of the levels that are used up, in GB; null unless `cause` is `volume`',
      amount: 'What the service owes; null: nothing, or the caller may not see payments',
      promise: 'A promise to pay in this period: `open`: it holds; `used`: it was broken; null: there was none',
      refusals: 'The log-ins that were refused within a day, after the last one that was accepted',
      reason: 'Why the last of these was refused, the session ended, or a log-in would be refused; null: none of it',
      nas: 'The name of the NAS where the service is or was online; null: it never was',
      nas_silent: 'Whether that NAS has sessions and reports nothing',
      incidentid: 'The id of the incident; null unless `verdict` is `incident`',
      incident_kind: '`Outage`, `Degraded` or `Maintenance`; null unless `verdict` is `incident`',
      incident: 'What the staff calls the incident; null unless `verdict` is `incident`',
      incident_en: 'What subscribers are told of the incident in English; null: nothing in particular',
      incident_hi: 'The same in Hindi',
      expected_at: 'When the incident is expected to end; null: there is none, or nobody knows',
      text: 'The verdict as a sentence',
    },
  },
};
