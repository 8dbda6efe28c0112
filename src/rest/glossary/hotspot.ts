import type { Part } from './part.ts';

/** Codes for guests of hotspots. */
export const HOTSPOT: Part = {
  anywhere: {
    batchid: 'The id of the batch of codes',
    valid_hours: 'For how many hours a code lets in, from its first use on',
    use_until: 'The last day on which a code can be used first',
    remember_devices:
      'Y: a device that has used a code goes online again without entering it, while the code is valid and 30 days at most',
  },
  within: {
    hotspot: {
      id: 'The id of the batch or the code',
      customerid: 'The id of the customer whose services the guests use',
      plan: 'The name of the plan',
      subplan: 'The name of the sub plan',
      count: 'How many codes the batch has',
      unused: 'How many of them nobody has used yet',
      used: 'How many of them are in use',
      note: 'A note of the staff',
      printed_at: 'When the codes were printed first; null: they were not',
      printed_by: 'Who printed them first; null: nobody has',
      voided_at: 'When the unused codes were voided; null: they were not',
      voided_by: 'Who voided them; null: nobody has',
      from_serial: 'The number of the first code on the sheet',
      serial: 'The number of the code in its batch, from 1 on',
      status: '`New`; `Used`: a guest has used it, and its time runs; `Void`; `Expired`',
      serviceid: 'The id of the service that the guest uses; null: the code was not used',
      username: 'The username of that service; null: the code was not used',
      used_at: 'When the code was used first; null: it was not',
      valid_until: 'When the code lets nobody in any more; null: it was not used',
    },
  },
};
