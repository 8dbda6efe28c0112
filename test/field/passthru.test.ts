import { beforeAll, expect, it } from 'vitest';
import { addCallerOf, programTenant, type Subscriber, sessionOf } from '../areas/care/care-line/program.ts';
import { startApi } from '../fixtures/api.ts';
import { casesOf } from './cases.ts';

/**
 * A file of `passthru/`: the query of a request as Exotel's Passthru makes it, and the status for each question. `{known}` is the
 * number of a subscriber with a session, `{docket}` that of a pending ticket of theirs.
 */
interface Case {
  readonly query: string;
  readonly right: Readonly<Partial<Record<'known' | 'blocked' | 'incident' | 'docket', 200 | 302>>>;
}

const api = await startApi();
let url: string;
let subscriber: Subscriber;
let docket: string;
beforeAll(async () => {
  const tenant = await programTenant(api);
  const { me, program, categoryid } = tenant;
  const { url: path } = await api.ok<{ url: string }>('auth/user/branch_address_make', { id: program.userid }, me);
  url = api.url + path;
  subscriber = await addCallerOf(api, tenant);
  await sessionOf(api, tenant, subscriber);
  const filed = { serviceid: subscriber.serviceid, categoryid, text: 'no Internet' };
  ({ docket } = await api.ok<{ docket: string }>('ticket/create', filed, me));
});

it.each(casesOf<Case>('passthru'))('passthru: $name', async ({ query, right: statuses }) => {
  const sent = query.replaceAll('{known}', `0${subscriber.mobile}`).replaceAll('{docket}', docket);
  for (const [ask, status] of Object.entries(statuses)) {
    const asked = async () => {
      const response = await fetch(`${url}?ask=${ask}&${sent}`, { redirect: 'manual' });
      expect(response.headers.has('location')).toBe(false);
      return { ask, status: response.status, text: await response.text() };
    };
    // A machine that is too busy to answer within 1.5 seconds says no.
    const right = { ask, status, text: status === 200 ? 'Yes.\n' : 'No.\n' };
    await expect.poll(asked, { timeout: 60_000 }).toEqual(right);
  }
});
