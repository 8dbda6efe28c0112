import type { Part } from './part.ts';

/** Who had an address. */
export const TRACES: Part = {
  anywhere: {},
  within: {
    trace: {
      ispid: 'The id of the ISP that is asked about',
      ip: 'The address that is asked about; in an answer, the prefix that has it',
      port: 'The port of the public IPv4 address, under NAT',
      at: 'The second that is asked about, instead of `from` and `upto`',
      from: 'The beginning of the time that is asked about, with `upto`',
      upto: 'The end of the time that is asked about, included',
      nasip: 'The address of the NAS; as a parameter, for addresses that several NASes give out',
      reason: 'Why it is asked, such as the letter and its date; the audit records it',
      certainty: 'How sure it is that the session had the address then',
      why: 'The reason for that, in a sentence',
      insideip: 'The inside IPv4 address, under NAT; null: there is no NAT',
      first_port: 'The first port that the session had of the public address; null: there is no NAT',
      last_port: 'The last port that the session had of the public address; null: there is no NAT',
      starttime: 'When the session began',
      endtime: 'When the session ended or got another address; null: it is open',
      assignment: 'Whether the address is the own one of the service; null: the user is unknown',
      serviceid: 'The id of the service; null: the user is unknown',
      username: 'The username that the NAS sent',
      planname: 'The name of the plan of that time; null: the user is unknown',
      customerid: 'The id of the customer; null: the user is unknown',
      customername: 'The name of the customer, as it is now; null: the user is unknown',
      mobile: 'The telephone number of the customer, as it is now; null: the user is unknown',
      email: 'The e-mail address of the customer, as it is now; null: the user is unknown',
      address: 'The address of the customer, as it is now; null: the user is unknown',
      installation_address: 'The address where the line is, as it is now; null: the user is unknown',
      mac: 'The MAC address of the device; null: the NAS reported none',
      circuit_id: 'The Agent-Circuit-Id of the service; null: it has none',
      nasname: 'The name of the NAS; null: it does not belong to the ISP any more',
    },
  },
};
