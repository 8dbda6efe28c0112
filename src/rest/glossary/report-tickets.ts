/** The figures that all reports of tickets have. */
export const TICKET_FIGURES = {
  tickets: 'The tickets that were filed on those days, without those merged into another',
  pending: 'Those on which somebody is still to do something',
  resolved: 'Those that are resolved or closed',
  reopened: 'Those that were reopened',
  repeated: 'Those that came within 30 days of another of the same service and category',
  respond_missed: 'Those that were answered after `respond_by`, or were not',
  resolve_missed: 'Those that were resolved after `resolve_by`, or were not',
  legal_missed: 'Those that were resolved after `legal_by`, or were not',
  answer_min: 'The mean number of minutes from the filing to the first answer; null: none was answered',
  resolution_min: 'The mean number of minutes from the filing to the resolution; null: none was resolved',
  rated: 'Those that the subscriber has rated',
  satisfied: 'The ratings of 4 and 5, in percent; null: there are none',
};

/** What each of them counts tickets by. */
export const TICKETS_BY = {
  'report.tickets_by_category': { categoryid: 'The id of the category', category: 'The name of the category' },
  'report.tickets_by_location': {
    location_code: 'The code of the location where the service is now; null: the tickets are about no service',
  },
  'report.tickets_by_nas': {
    nasid: 'The id of the NAS; null: no session was known',
    nas: 'The name of the NAS of the last session before the filing',
  },
  'report.tickets_by_agent': {
    agentid: 'The id of the login user who has the tickets, or had them last; null: nobody, or the staff of the ISP',
    agent: 'The username of the agent',
  },
};
