import { notShown, required } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../kinds.ts';

const extension = true;

/** Extensions that the operator console asks for: many records in one call. */
export const forConsole = [
  endpoint('/subscriber/get', {
    extension,
    parameters: required({ serviceid: id }),
    result: notShown('the service, its owner, plan, usage, customer, sessions, money, invoices, and its access'),
  }),
];
