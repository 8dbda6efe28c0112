import { expect, it } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startApi } from '../fixtures/api.ts';
import { makeTenant } from '../fixtures/tenants.ts';

const api = await startApi();
const { me } = await makeTenant(api);
// Reading locations, and writing sub locations, ends as at the time limit of statements.
await api.db.pool.query(`
  CREATE FUNCTION crm.ends_at_the_limit() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END $$;
  CREATE FUNCTION crm.write_at_the_limit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM crm.ends_at_the_limit(); RETURN NEW; END $$;
  CREATE TRIGGER slow BEFORE INSERT ON crm.sub_location FOR EACH ROW EXECUTE FUNCTION crm.write_at_the_limit()`);
const slowReads = `
  ALTER TABLE crm.location RENAME TO quick_location;
  CREATE VIEW crm.location AS SELECT * FROM crm.quick_location WHERE crm.ends_at_the_limit()`;

it('a change that meets the time limit may be repeated: the database was busy', async () => {
  const change = { location_code: 'BLR', sub_location_code: 'NEW', sub_location: 'x' };
  expect(await api.call('location/sublocation_create', change, me)).toMatchObject({ status: 503 });
});

it('a list that meets the time limit says so, and the client does not repeat it', async () => {
  await api.db.pool.query(slowReads);
  const sentence = 'this takes too long; ask for less, with a filter or fewer days';
  expect(await api.call('location/list', {}, me)).toMatchObject({ status: 413, error: sentence });
  let sent = 0;
  const client = createClient({
    ...{ baseUrl: api.url, userid: me.userid, apiKey: me.api_key, retries: 4 },
    fetch: (...request) => {
      sent += 1;
      return fetch(...request);
    },
  });
  await expect(client.location.list.query({})).rejects.toMatchObject({ kind: 'tooLarge', message: sentence });
  expect(sent).toBe(1);
});
