import { binaryStream, byDefault, done, newId, optional, paged, repeatable, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  code,
  date,
  flagYN,
  id,
  integer,
  jsonInteger,
  oneOf,
  orNull,
  ownerId,
  prose,
  text,
  timestamp,
} from '../kinds.ts';

const extension = true;
const status = oneOf('New', 'Used', 'Void', 'Expired');
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };

/** Codes for guests of hotspots. */
export const hotspot = [
  endpoint('/hotspot/batch_list', {
    extension,
    parameters: { ...optional({ ispid: id, resellerid: ownerId, id, customerid: id }), ...paged },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, customerid: id, planid: id, plan: text, subplanid: id, subplan: text },
      ...{ location_code: text, sub_location_code: text, count: jsonInteger, unused: jsonInteger, used: jsonInteger },
      ...{ valid_hours: jsonInteger, use_until: date, remember_devices: flagYN, note: orNull(text) },
      ...{ printed_at: orNull(timestamp), printed_by: orNull(text), voided_at: orNull(timestamp) },
      ...{ voided_by: orNull(text), ...stamps },
    }),
  }),
  endpoint('/hotspot/code_list', {
    extension,
    parameters: { ...optional({ ispid: id, resellerid: ownerId, id, batchid: id, serviceid: id, status }), ...paged },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, batchid: id, serial: jsonInteger, status, serviceid: orNull(id) },
      ...{ username: orNull(text), used_at: orNull(timestamp), valid_until: orNull(timestamp) },
    }),
  }),
  endpoint('/hotspot/batch_create', {
    extension,
    parameters: {
      ...required({ customerid: id, planid: id, subplanid: id, location_code: code, sub_location_code: code }),
      ...required({ count: integer(1, 10_000), valid_hours: integer(1, 8_784), use_until: date }),
      ...byDefault('N', { remember_devices: flagYN }),
      ...optional({ note: prose }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/hotspot/batch_print', { extension, parameters: required({ id }), result: binaryStream }),
  endpoint('/hotspot/batch_sheet', {
    extension,
    parameters: { ...required({ id }), ...byDefault('1', { from_serial: integer(1, 10_000) }) },
    result: binaryStream,
  }),
  endpoint('/hotspot/batch_void', { extension, parameters: required({ id }), result: done }),
];
