import { byDefault, notShown, optional, paged, required, rows, sorted } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { flag01, id, integer, ipv4, oneOf, orNull, prose, text, wildcard } from '../kinds.ts';
import * as services from './services.ts';

const extension = true;

/** Extensions that the operator console asks for: many records in one call. */
export const forConsole = [
  endpoint('/subscriber/get', {
    extension,
    parameters: required({ serviceid: id }),
    result: notShown('the service, its owner, plan, usage, customer, sessions, money, invoices, and its access'),
  }),
  endpoint('/subscriber/list', {
    extension,
    parameters: {
      ...services.filters,
      ...optional({ customername: wildcard, mobile: text, online: flag01 }),
      ...paged,
      ...sorted([...services.sortFields, 'customername'], 'id'),
    },
    result: rows(
      {
        ...services.serviceRecord,
        ...{ customername: prose, mobile: orNull(text), planname: prose, subplanname: prose, online: flag01 },
        ip: orNull(ipv4),
      },
      ['password'],
    ),
  }),
  endpoint('/search/find', {
    extension,
    parameters: { ...required({ text }), ...byDefault('20', { limit: integer(1, 20) }) },
    result: rows({
      kind: oneOf('service', 'customer', 'lead', 'invoice', 'nas'),
      id,
      title: text,
      detail: orNull(text),
      status: orNull(text),
    }),
  }),
];
