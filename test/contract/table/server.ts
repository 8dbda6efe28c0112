import { beyond, notShown, optional, record } from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import { code, id, ownerId, prose, text, withExample } from '../kinds.ts';

/** 4.1 Server and general. */
export const server = section('4.1', [
  endpoint('/server/test', {
    methods: ['GET'],
    credentials: false,
    parameters: {},
    result: { is: 'exactly', text: 'OK' },
  }),
  endpoint('/server/version', {
    methods: ['GET', 'POST'],
    credentials: false,
    parameters: {},
    result: record({ version_id: text, version_no: text, version_date: text }),
  }),
  endpoint('/server/mode', {
    methods: ['GET', 'POST'],
    credentials: false,
    parameters: {},
    result: { is: 'text' },
  }),
  endpoint('/server/country_state', {
    credentials: false,
    parameters: optional({ country: withExample('India', prose) }),
    result: notShown('countries with their states'),
  }),
  endpoint('/service/status_count', {
    methods: ['GET'],
    credentials: false,
    parameters: beyond({ ispid: id, resellerid: ownerId, location_code: code, sub_location_code: code }),
    result: { is: 'count map', fields: ['Active', 'Suspend', 'NP', 'NPD', 'Online', 'Total'] },
  }),
]);
