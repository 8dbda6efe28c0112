import { binaryStream, required } from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import { oneOf } from '../kinds.ts';

/** 4.12 Backup: the server administrator's alone. */
export const backup = section('4.12', [
  endpoint('/backup/db', {
    parameters: required({ db: oneOf('crm', 'crm_archive', 'radius', 'auth') }),
    result: binaryStream,
  }),
]);
