import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { forgetFiles } from '../../../src/areas/care/files/forget-files.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { JPEG, PDF, PNG, upload, uploaded, WEBP } from '../../fixtures/uploads.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi({ FILES_QUOTA_MB: '10', FILES_PER_USER_DAY: '40' });
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, customerid, serviceid, ispid, resellerid } = tenant;

const contract: Fields = { customerid, kind: 'Contract', name: 'Contract' };
const identity: Fields = { customerid, kind: 'Identity', name: 'Passport' };
const add = (fields: Fields = contract, as: Credentials = me, bytes?: Buffer) => uploaded(api, fields, as, bytes);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('file/list', { rows_limit: 100, ...fields }, as);
const ids = async (fields: Fields = {}, as: Credentials = me) => (await list(fields, as)).map(({ id }) => Number(id));
const view = (id: number, fields: Fields = {}, as: Credentials = me) => api.call('file/view', { id, ...fields }, as);
const sales = await makeUser(api, me, { ispid, roles: 'Sales' });

describe('a file', () => {
  it('is stored with what it is, and comes back as it was', async () => {
    const id = await add({ ...contract, name: 'Vertrag अनुबंध', keep_until: '2030-01-31' });
    const about = { customerid: String(customerid), customername: 'Ravi', resellerid: String(resellerid) };
    const facts = { kind: 'Contract', name: 'Vertrag अनुबंध', media_type: 'application/pdf', size: PDF.length };
    expect(await list({ id })).toMatchObject([{ ...about, ...facts, keep_until: '2030-01-31', serviceid: null }]);
    const { headers, result } = await view(id);
    expect(result).toEqual(PDF);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="contract-${id}.pdf"`);
  });

  it('is a JPEG, PNG or WebP picture or a PDF, whatever its sender says of it', async () => {
    const types = { 'image/jpeg': JPEG, 'image/png': PNG, 'image/webp': WEBP, 'application/pdf': PDF };
    for (const [type, bytes] of Object.entries(types)) {
      const answer = await upload(api, contract, me, bytes, { 'content-type': 'text/html' });
      expect(await list({ id: Number(answer.result) })).toMatchObject([{ media_type: type }]);
    }
    const refused = { status: 400, error: 'file: must be a JPEG, PNG or WebP picture, or a PDF' };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const late = Buffer.from('<html>%PDF-1.7');
    for (const bytes of [svg, late, Buffer.from('GIF89a picture of a kind that is not taken'), Buffer.from('x')])
      expect(await upload(api, contract, me, bytes, { 'content-type': 'image/png' })).toMatchObject(refused);
  });

  it('runs nowhere, even if it is also a page', async () => {
    const polyglot = Buffer.concat([JPEG, Buffer.from('<html><script>alert(document.domain)</script></html>')]);
    const id = await add({ ...contract, name: 'photo.html' }, me, polyglot);
    const { headers } = await view(id);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="contract-${id}.jpg"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has at most 5 MB', async () => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)]);
    const refused = { status: 413, error: 'a file can have at most 5242880 bytes' };
    expect(await upload(api, contract, me, bytes)).toMatchObject(refused);
    expect(await upload(api, contract, me, bytes, { 'transfer-encoding': 'chunked' })).toMatchObject(refused);
    const largest = bytes.subarray(0, 5 * 1024 * 1024);
    const id = await add(contract, me, largest);
    expect(((await view(id)).result as Buffer).equals(largest)).toBe(true);
    await api.ok('file/delete', { id }, me);
  });

  it('is the body of its request, and everything else stays at 256 kB', async () => {
    const error = 'file: send it as the body of the request, with its media type, and the parameters in the address';
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(await upload(api, contract, me, Buffer.alloc(0), { 'content-type': type })).toMatchObject({
        ...{ status: 400, error },
      });
    const path = `${api.url}/api/note/create?customerid=${customerid}`;
    const headers = {
      'x-userid': String(me.userid),
      'x-api-key': me.api_key,
      'content-type': 'application/octet-stream',
    };
    const { status } = await fetch(path, { method: 'POST', body: Buffer.alloc(300_000), headers });
    expect(status).toBe(413);
  });

  it('needs credentials, the permission and a record that the caller sees, before it is read', async () => {
    const accounts = await makeUser(api, me, { ispid, roles: 'Accounts' });
    expect(await upload(api, contract, undefined, Buffer.alloc(3_000_000))).toMatchObject({ status: 401 });
    expect(await upload(api, contract, accounts, Buffer.alloc(3_000_000))).toMatchObject({ status: 403 });
    expect(await upload(api, { ...contract, customerid: other.customerid }, me)).toMatchObject({
      ...{ status: 404, error: `there is no customer ${other.customerid}` },
    });
  });

  it('is about one record', async () => {
    const leadid = 1;
    expect(await upload(api, { kind: 'Visit', name: 'x' }, me)).toMatchObject({
      ...{ status: 400, error: 'customerid: is required without serviceid, leadid and ticketid' },
    });
    expect(await upload(api, { ...contract, leadid }, me)).toMatchObject({
      ...{ status: 400, error: 'customerid: a file is about one customer, service, lead or ticket' },
    });
    expect(await upload(api, { ...contract, kind: 'Ticket' }, me)).toMatchObject({
      ...{ status: 400, error: 'ticketid: is required for the kind Ticket' },
    });
    expect(await upload(api, { kind: 'Visit', name: 'x', leadid: 999_999 }, me)).toMatchObject({ status: 404 });
  });
});

describe('a dump of the database', () => {
  it('has no byte of a paper, and the key of one opens no other', async () => {
    const secret = Buffer.from('%PDF-1.7 NUMBER-OF-A-PASSPORT-4711');
    const [one, two] = [await add(identity, me, secret), await add(identity, me, secret)];
    const { rows } = await api.db.pool.query<{ key: Buffer; content: Buffer }>(
      `SELECT f.key_enc AS key, c.content FROM crm.file f JOIN crm.file_content c ON c.file_id = f.id WHERE f.id = ANY($1)`,
      [[one, two]],
    );
    expect(rows).toHaveLength(2);
    for (const { content } of rows) expect(content.includes('PASSPORT')).toBe(false);
    expect(rows[0]?.content.equals(rows[1]?.content as Buffer)).toBe(false);
    await api.db.pool.query(
      `UPDATE crm.file SET key_enc = (SELECT key_enc FROM crm.file WHERE id = $1) WHERE id = $2`,
      [one, two],
    );
    expect(await view(two, { reason: 'x' })).toMatchObject({ status: 500, error: 'internal error' });
    await api.ok('file/delete', { id: two }, me);
  });
});

describe('a paper that shows who somebody is', () => {
  it('needs a permission and a reason, which the audit keeps', async () => {
    const id = await add(identity, sales);
    expect(await view(id, { reason: 'x' }, sales)).toMatchObject({
      ...{ status: 403, error: 'a file of the kind Identity needs the permission file.identity' },
    });
    expect(await view(id)).toMatchObject({
      ...{ status: 400, error: 'reason: is required for a file of the kind Identity' },
    });
    expect((await view(id, { reason: 'Letter 12 of the police' })).status).toBe(200);
    const [seen] = await api.ok<Row[]>('audit/list', { procedure: 'file.view', rows_limit: 1, sort_order: 'desc' }, me);
    expect(JSON.stringify(seen)).toContain('Letter 12 of the police');
  });

  it('shows neither its key nor its bytes to the audit', async () => {
    const id = await add(identity);
    const { rows } = await api.db.pool.query<{ after: Row }>(
      `SELECT after FROM auth.audit_change WHERE table_name = 'crm.file' AND row_id = $1`,
      [String(id)],
    );
    expect(rows).toMatchObject([{ after: { key_enc: '***', name: 'Passport' } }]);
  });
});

describe('a client that repeats an upload', () => {
  it('gets the first id for ever, also once the file was deleted', async () => {
    const fields = { ...contract, client_ref: 'phone-1' };
    const [one, two, three] = await Promise.all([add(fields), add(fields), add(fields)]);
    expect([two, three]).toEqual([one, one]);
    await api.ok('file/delete', { id: one }, me);
    expect(await add(fields)).toBe(one);
    expect(await ids({ id: one as number })).toEqual([]);
    expect(await add(fields, sales)).not.toBe(one);
  });

  it('may also use a key for the day', async () => {
    const fields = { ...contract, idempotency_key: 'k1' };
    expect(await add(fields)).toBe(await add(fields));
  });
});

describe('a client that hangs up', () => {
  it('leaves nothing', async () => {
    const before = await ids();
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    const query = new URLSearchParams({ customerid: String(customerid), kind: 'Contract', name: 'half' });
    const credentials = `x-userid: ${me.userid}\r\nx-api-key: ${me.api_key}`;
    socket.write(
      `POST /api/file/upload?${query} HTTP/1.1\r\nHost: x\r\n${credentials}\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n`,
    );
    socket.write(PDF);
    socket.end();
    await once(socket.resume(), 'close');
    expect(await ids()).toEqual(before);
    const { rows } = await api.db.pool.query(`SELECT FROM crm.file WHERE name = 'half'`);
    expect(rows).toEqual([]);
  });
});

describe('a quota', () => {
  it('is not exceeded by two uploads at once', async () => {
    const small = await careTenant(api);
    const fields = { customerid: small.customerid, kind: 'Contract', name: 'x' };
    const bytes = Buffer.concat([PDF, Buffer.alloc(4 * 1024 * 1024)]);
    const answers = await Promise.all([1, 2, 3].map(() => upload(api, fields, small.me, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toBe(
      'the ISP keeps 10 MB of documents at most; delete some first',
    );
    const [first] = await ids({}, small.me);
    await api.ok('file/delete', { id: first as number }, small.me);
    expect((await upload(api, fields, small.me, bytes)).status).toBe(200);
  });

  it('bounds what one user uploads in a day, also when it is deleted again', async () => {
    const busy = await makeUser(api, other.me, { ispid: other.ispid, roles: 'Support' });
    const fields = { customerid: other.customerid, kind: 'Contract', name: 'x' };
    for (let n = 0; n < 40; n += 1) await api.ok('file/delete', { id: await add(fields, busy) }, busy);
    expect(await upload(api, fields, busy)).toMatchObject({
      ...{ status: 429, error: 'you have uploaded 40 documents in 24 hours; try again tomorrow' },
    });
    expect((await upload(api, fields, other.me)).status).toBe(200);
  });
});

describe('a file of another tenant', () => {
  it('looks as if it did not exist', async () => {
    const id = await add({ ...contract, customerid: other.customerid }, other.me);
    expect(await ids({ id })).toEqual([]);
    expect(await ids({ customerid: other.customerid })).toEqual([]);
    for (const path of ['file/view', 'file/delete'])
      expect(await api.call(path, { id }, me)).toMatchObject({ status: 404, error: `there is no file ${id}` });
  });
});

describe('a reseller', () => {
  it('sees the files of its own customers, and deletes those of its own staff', async () => {
    const [own, ofIsp] = [await add(contract, ofReseller), await add()];
    const hidden = await add({ ...contract, customerid: tenant.ownCustomer });
    expect(await ids({}, ofReseller)).toEqual(expect.arrayContaining([own, ofIsp]));
    expect(await ids({ id: hidden }, ofReseller)).toEqual([]);
    expect((await view(hidden, {}, ofReseller)).status).toBe(404);
    expect((await view(ofIsp, {}, ofReseller)).status).toBe(200);
    expect(await api.call('file/delete', { id: ofIsp }, ofReseller)).toMatchObject({
      ...{ status: 403, error: `file ${ofIsp} is not yours; only the staff that uploaded it deletes it` },
    });
    await api.ok('file/delete', { id: own }, ofReseller);
    expect(await upload(api, { ...contract, customerid: tenant.ownCustomer }, ofReseller)).toMatchObject({
      status: 404,
    });
  });
});

describe('a file of a ticket or a lead', () => {
  it('follows its ticket to a customer, and is hidden from those who see no leads', async () => {
    const categoryid = await api.ok<number>('ticket/category_create', { name: 'Cable' }, me);
    const stranger = { categoryid, text: 'cable cut', number: '98111-00011' };
    const { id } = await api.ok<{ id: string }>('ticket/create', stranger, me);
    const photo = await add({ ticketid: id, kind: 'Ticket', name: 'cable' }, me, JPEG);
    expect(await list({ ticketid: id })).toMatchObject([{ id: String(photo), customerid: null, resellerid: '0' }]);
    await api.ok('ticket/edit', { id, serviceid }, me);
    const about = { customerid: String(customerid), serviceid: String(serviceid), resellerid: String(resellerid) };
    expect(await list({ ticketid: id })).toMatchObject([about]);
    expect(await ids({ ticketid: id }, ofReseller)).toEqual([photo]);
    const contact = { mobile: '9800000009', email: 'asha@example.net', zipcode: '560001', state: 'Karnataka' };
    const lead = { resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
    const leadid = await api.ok<number>('lead/create', lead, me);
    const paper = await add({ leadid, kind: 'Address', name: 'bill' });
    const support = await makeUser(api, me, { ispid, roles: 'Support' });
    expect(await ids({ leadid }, sales)).toEqual([paper]);
    expect(await ids({ leadid }, support)).toEqual([]);
    expect(await view(paper, {}, support)).toMatchObject({ status: 404 });
    expect(await upload(api, { leadid, kind: 'Address', name: 'x' }, support)).toMatchObject({
      ...{ status: 403, error: 'leadid: needs the permission lead.read' },
    });
  });

  it('is all that those see who do not know customers', async () => {
    const network = await makeUser(api, me, { ispid, roles: 'Network' });
    const photo = await add({ serviceid, kind: 'Visit', name: 'roof' }, me, JPEG);
    const paper = await add();
    expect(await list({ id: photo }, network)).toMatchObject([{ customername: null, username: tenant.username }]);
    expect((await view(photo, {}, network)).status).toBe(200);
    expect([await ids({ id: paper }, network), (await view(paper, {}, network)).status]).toEqual([[], 404]);
  });
});

describe('an Employee of some locations', () => {
  it('sees the files of services and customers there, and no others', async () => {
    const [far, near] = [await elsewhere(api, tenant), await there(api, tenant)];
    const id = await add({ serviceid, kind: 'Visit', name: 'there' }, me, JPEG);
    expect([await ids({ id }, near), await ids({ id }, far)]).toEqual([[id], []]);
    expect((await view(id, {}, far)).status).toBe(404);
    expect(await upload(api, contract, far)).toMatchObject({ status: 404 });
  });
});

describe('a file whose time is over', () => {
  it('is removed, and its customer’s others some time after the customer', async () => {
    await api.db.pool.query(`UPDATE crm.isp_setting SET timezone = 'Asia/Kolkata' WHERE isp_id = $1`, [ispid]);
    const gone = await api.ok<number>('customer/create', { ...(await personOf()), resellerid: 0 }, me);
    const fields = { ...contract, customerid: gone };
    const [dated, kept] = [await add({ ...fields, keep_until: '2026-12-31' }), await add(fields)];
    const at = async (day: string) => {
      await forgetFiles(api.db, new Date(`${day}T20:00:00Z`), AbortSignal.any([]), api.kernel.config);
      return ids({ customerid: gone });
    };
    expect(await at('2026-12-30')).toEqual([dated, kept]);
    // Midnight in India.
    expect(await at('2026-12-31')).toEqual([kept]);
    await api.db.pool.query(`UPDATE crm.customer SET deleted_at = '2027-01-01' WHERE id = $1`, [gone]);
    expect(await at('2028-12-30')).toEqual([kept]);
    expect(await at('2029-01-01')).toEqual([]);
    const { rows } = await api.db.pool.query(`SELECT FROM crm.file_content WHERE file_id = ANY($1)`, [[dated, kept]]);
    expect(rows).toEqual([]);
  });
});

async function personOf(): Promise<Fields> {
  const customer = await api.db.prisma.customer.findUniqueOrThrow({ where: { id: customerid } });
  const { type, name, mobile, email, zipcode, state, city, street } = customer;
  return { type, name, mobile, email, zipcode, state, city, street };
}
