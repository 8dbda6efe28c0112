import { endpoint } from '../../../../rpc/endpoint.ts';
import { decide, decision, question } from './decide.ts';

export const branch = endpoint({
  access: 'care.use',
  extension: true,
  rest: ['/care/branch'],
  example: { call_id: 'CA3', from: '9800000001', ask: 'known' },
  summary: 'Answer one question about the caller with yes or no',
  description:
    'For telephone flows that only branch. Identifies the caller by the number, as `care/identify`, whose handles of the same call end. `known`: the number is on record; `blocked`: the service is suspended or blocked; `incident`: it is in an incident, or a customer with the postcode in `digits` is; `docket`: a ticket of the caller is pending, with `digits` the one with that docket.',
})
  .input(question)
  .output(decision)
  .mutation(async ({ ctx, input }) => ({ answer: await decide(ctx, input) }));
