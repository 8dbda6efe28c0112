import { byDefault, byDefaultIn, done, newId, optional, paged, record, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { id, oneOf, orNull, prose, text, withExample } from '../kinds.ts';

const extension = true;
const form = oneOf('user@realm', 'realm\\user', 'realm/user');
const action = oneOf('strip', 'keep', 'reject');
const realm = withExample('example.net', text);
const name = withExample('ravi@example.net', text);

/** What realms in usernames mean. */
export const realmRules = [
  endpoint('/radius/realm/list', {
    extension,
    parameters: { ...optional({ ispid: id, id, nasid: id }), ...paged },
    result: rows({
      ...{ id, ispid: id, nasid: orNull(id), nasname: orNull(text) },
      ...{ form, realm: text, action, notes: orNull(text) },
    }),
  }),
  endpoint('/radius/realm/create', {
    extension,
    parameters: {
      ...byDefaultIn("the caller's own", { ispid: id }),
      ...required({ realm }),
      ...byDefault('user@realm', { form }),
      ...byDefault('strip', { action }),
      ...optional({ nasid: id, notes: prose }),
    },
    result: newId,
  }),
  endpoint('/radius/realm/update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional({ form, realm, action, notes: prose }) },
    result: done,
  }),
  endpoint('/radius/realm/delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/radius/realm/test', {
    extension,
    parameters: {
      ...byDefaultIn("the caller's own", { ispid: id }),
      ...required({ username: name }),
      ...optional({ nasid: id }),
    },
    result: record({ name: orNull(text), serviceid: orNull(id), ruleid: orNull(id), action: orNull(action) }),
  }),
];
