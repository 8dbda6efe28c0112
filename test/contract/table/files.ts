import {
  binaryStream,
  done,
  newId,
  optional,
  owners,
  paged,
  repeatable,
  required,
  requiredWhen,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { date, id, jsonInteger, oneOf, orNull, ownerId, prose, text, timestamp } from '../kinds.ts';

const extension = true;
const kind = oneOf('Identity', 'Address', 'Caf', 'Contract', 'Ticket', 'Visit');
const mediaType = oneOf('image/jpeg', 'image/png', 'image/webp', 'application/pdf');
const subject = { serviceid: id, leadid: id, ticketid: id };
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };

/** Documents. */
export const files = [
  endpoint('/file/upload', {
    extension,
    parameters: {
      ...requiredWhen(when('serviceid, leadid and ticketid are absent', {}), { customerid: id }),
      ...required({ kind, name: prose }),
      ...optional({ ...subject, keep_until: date, client_ref: text }),
      ...repeatable,
    },
    smallest: { customerid: '1', kind: 'Contract' },
    result: newId,
  }),
  endpoint('/file/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, customerid: id, ...subject, kind, created_from: date, created_upto: date }),
      ...paged,
      ...sorted(['id', 'created_at'], 'id'),
    },
    result: rows({
      ...{
        id,
        ispid: id,
        resellerid: ownerId,
        customerid: orNull(id),
        customername: orNull(prose),
        serviceid: orNull(id),
      },
      ...{
        username: orNull(text),
        leadid: orNull(id),
        leadname: orNull(prose),
        ticketid: orNull(id),
        docket: orNull(text),
      },
      ...{
        kind,
        name: text,
        media_type: mediaType,
        size: jsonInteger,
        sha256: text,
        keep_until: orNull(date),
        ...stamps,
      },
    }),
  }),
  endpoint('/file/view', {
    extension,
    parameters: { ...required({ id }), ...optional({ reason: prose }) },
    result: binaryStream,
  }),
  endpoint('/file/delete', { extension, parameters: required({ id }), result: done }),
];
