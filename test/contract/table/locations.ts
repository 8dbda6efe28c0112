import { optional, owners, rows } from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import { code, partial, text } from '../kinds.ts';

/** 4.11 Locations: documented without paging. */
export const locations = section('4.11', [
  endpoint('/location/list', {
    parameters: { ...owners, ...optional({ location_code: code, location: partial }) },
    result: rows({ location_code: text, location: text }),
  }),
  endpoint('/location/sublocation', {
    parameters: { ...owners, ...optional({ location_code: code, sub_location_code: code, sub_location: partial }) },
    result: rows({ sub_location_code: text, sub_location: text }),
  }),
]);
