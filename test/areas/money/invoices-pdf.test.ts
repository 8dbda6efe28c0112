import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AppRouter, appRouter } from '../../../src/app-router.ts';
import { buyer, seller } from '../../../src/areas/money/invoices/parties.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';
import { type InvoiceOptions, makeInvoice } from '../../factories/billing.ts';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

const taxes = (cgst: string, sgst: string) => [
  { name: 'CGST', percent: '9.00', amt: cgst },
  { name: 'SGST', percent: '9.00', amt: sgst },
];

async function invoice(options: InvoiceOptions = {}): Promise<number> {
  const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: tenant.serviceid } });
  return makeInvoice(api.db, service, options);
}

async function pdfOf(id: number): Promise<Buffer> {
  const { status, result } = await api.call('invoice/pdf', { id }, tenant.me);
  expect(status).toBe(200);
  return result as Buffer;
}

/** All lines, and those of each page. */
async function read(options: InvoiceOptions) {
  const pages = linesOf(await pdfOf(await invoice(options)));
  return { pages, lines: pages.flat() };
}

describe('invoice/pdf', () => {
  it('is a file by POST and by GET, named by its number', async () => {
    const id = await invoice({ documentNo: 'NF/2026-27/000012' });
    const posted = await api.call('invoice/pdf', { id }, tenant.me);
    const { userid, api_key } = tenant.me;
    const got = await fetch(`${api.url}/api/invoice/pdf?id=${id}&userid=${userid}&api_key=${api_key}`);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(posted.result);
    for (const { headers } of [posted, got]) {
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe('attachment; filename="invoice-NF-2026-27-000012.pdf"');
      expect(headers.get('content-length')).toBe(String((posted.result as Buffer).length));
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((posted.result as Buffer).toString('latin1')).toMatch(/^%PDF-1\.\d\n[\s\S]*%%EOF\n$/);
  });

  it('is returned by tRPC with its name and its bytes', async () => {
    const id = await invoice({ documentNo: 'NF-77' });
    const headers = { 'x-userid': String(tenant.me.userid), 'x-api-key': tenant.me.api_key };
    const links = [httpLink({ url: `${api.url}/trpc`, transformer: superjson, headers })];
    const file = await createTRPCClient<AppRouter>({ links }).invoice.pdf.query({ id });
    expect(file).toEqual({
      filename: 'invoice-NF-77.pdf',
      media_type: 'application/pdf',
      content: new Uint8Array(await pdfOf(id)),
    });
  });

  it('is documented as a PDF', () => {
    const responses = openApiDocument(appRouter).paths?.['/invoice/pdf']?.post?.responses;
    expect(responses?.['200']).toMatchObject({
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    });
  });

  it('is the same file for the same invoice', async () => {
    const id = await invoice({ createdAt: new Date('2026-11-01T03:04:05Z') });
    const first = await pdfOf(id);
    expect(await pdfOf(id)).toEqual(first);
    expect(first.toString('latin1')).toContain('(D:20261101030405Z)');
  });

  it('is not found for another ISP, nor for an Employee of other locations', async () => {
    const id = await invoice();
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me);
    const employee = { ispid: tenant.ispid, groupname: 'Employee', resellerid: 0, roles: 'Accounts' };
    const elsewhere = await makeUser(api, tenant.me, { ...employee, lc: 'MAA' });
    const here = await makeUser(api, tenant.me, { ...employee, lc: 'BLR' });
    const gone = { status: 404, result: null, error: `there is no invoice ${id}` };
    expect(await api.call('invoice/pdf', { id }, (await makeTenant(api)).me)).toMatchObject(gone);
    expect(await api.call('invoice/pdf', { id }, elsewhere)).toMatchObject(gone);
    expect(await api.call('invoice/pdf', { id }, here)).toMatchObject({ status: 200 });
    expect(await api.call('invoice/pdf', {}, here)).toMatchObject({ status: 400, error: 'id: is required' });
  });
});

describe('the pages of an invoice', () => {
  it('shows seller, buyer, lines, what is unpaid and until when to pay it', async () => {
    const { lines } = await read({
      documentNo: 'NF-000012',
      issuedOn: '2026-11-01',
      dueOn: '2026-11-08',
      lines: [
        { description: 'Fast 20, Monthly: Internet', amt: '499.00', discount: '99.00', taxes: taxes('36.00', '36.00') },
        { description: 'Installation', amt: '200.00', taxes: taxes('18.00', '18.00') },
      ],
      paidAmt: '100.00',
    });
    for (const line of [
      'Northern Fibre',
      'Invoice',
      '1 Tower Road, Bengaluru',
      'Karnataka, India',
      'billing@northern.example',
      'Number NF-000012',
      'Issued 2026-11-01',
      'Due 2026-11-08',
      'Ravi Kumar',
      '1 Main Road',
      'Bengaluru 560001',
      'Karnataka',
      `Customer ${tenant.customerid}`,
      `Service ${tenant.serviceid}`,
      'Description Amount Discount Net Tax Total',
      '1 Fast 20, Monthly: Internet 499.00 99.00 400.00 72.00 472.00',
      '2 Installation 200.00 0.00 200.00 36.00 236.00',
      'Net 600.00',
      'CGST 9.00 % 54.00',
      'SGST 9.00 % 54.00',
      'Total INR 708.00',
      'Paid 100.00',
      'To pay by 2026-11-08 INR 608.00',
      'Rupees Seven Hundred Eight only',
      'For Northern Fibre',
      'Authorised signatory',
      'Invoice NF-000012, Northern Fibre Page 1 of 1',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('shows the parties as billing stores them', async () => {
    const { me, serviceid, customerid, username } = await makeTenant(api);
    await api.ok('service/action', { serviceid, action: 'invoice' }, me);
    const { id, ...stored } = await api.db.prisma.invoice.findFirstOrThrow({ where: { serviceId: serviceid } });
    const [sold, bought] = [seller.parse(stored.seller), buyer.parse(stored.buyer)];
    expect(bought).toMatchObject({ customerid, username, name: 'Ravi', address: ['1 Main Road'] });
    const { status, result } = await api.call('invoice/pdf', { id }, me);
    expect(status).toBe(200);
    const lines = linesOf(result as Buffer).flat();
    for (const line of [sold.name, 'Ravi', '1 Main Road', `Number ${stored.documentNo}`, `Username ${username}`])
      expect(lines).toContain(line);
  });

  it('has nothing to pay once it is paid', async () => {
    const { lines } = await read({ paidAmt: '100.00' });
    expect(lines).toContain('Paid 100.00');
    expect(lines).toContain('To pay INR 0.00');
  });

  it('below 0 is a credit note, with nothing due', async () => {
    const { lines } = await read({
      documentNo: 'NF-13',
      lines: [{ description: 'Plan change: unused days', amt: '-40.00', taxes: taxes('-3.60', '-3.60') }],
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'Credit note',
        // With a true minus, and without the columns that say nothing.
        'Description Amount Tax Total',
        '1 Plan change: unused days −40.00 −7.20 −47.20',
        'CGST 9.00 % −3.60',
        'Total INR −47.20',
        'Minus Rupees Forty-Seven and Twenty Paise only',
        'Credit note NF-13, Northern Fibre Page 1 of 1',
      ]),
    );
    expect(lines.join('\n')).not.toMatch(/^(Invoice|Due|Paid|To pay)/m);
  });

  it('continues on further pages, each with the heading of the table and a page number', async () => {
    const count = 90;
    const { pages } = await read({
      documentNo: 'NF-14',
      lines: Array.from({ length: count }, (_, n) => ({ description: `Item number ${n + 1}`, amt: '1.00' })),
    });
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, lines] of pages.entries()) {
      expect(lines.filter((line) => line === 'Description Amount Total')).toHaveLength(1);
      expect(lines.at(-1)).toBe(`Invoice NF-14, Northern Fibre Page ${at + 1} of ${pages.length}`);
      if (at > 0) expect(lines[0]).toBe('Invoice NF-14, Northern Fibre');
    }
    const items = pages.flat().filter((line) => line.includes('Item number'));
    expect(items).toEqual(Array.from({ length: count }, (_, n) => `${n + 1} Item number ${n + 1} 1.00 1.00`));
    expect(pages.at(-1)).toContain('Total INR 90.00');
  });

  it('wraps long texts, keeps all words, and truncates them at a dozen lines', async () => {
    const words = Array.from({ length: 40 }, (_, n) => `word${n}`);
    const { lines } = await read({ lines: [{ description: words.join(' '), amt: '1.00' }] });
    const said = lines.join(' ');
    for (const word of words) expect(said).toContain(word);
    const endless = await read({ lines: [{ description: 'x'.repeat(20_000), amt: '1.00' }] });
    expect(endless.pages).toHaveLength(1);
    expect(endless.lines).toContain('…');
  });

  it('is set in the scripts of its names, with a box for a letter that no font has', async () => {
    const named = {
      name: 'कुमार',
      company: 'Сыновья & Κωστας',
      address: ['Śrī Nagar №7', '漢字 Road'],
      username: 'ravi',
    };
    const { lines } = await read({ buyer: named, lines: [{ description: 'प्लान 20 Mbit/s', amt: '1.00' }] });
    const text = lines.map((line) => line.replaceAll(' ', '')).join('\n');
    for (const part of ['कुमार', 'Сыновья&Κωστας', 'ŚrīNagar№7', '\0\0Road', '1प्लान20Mbit/s1.00']) {
      expect(text).toContain(part);
    }
  });

  it.each([
    ['nothing', 'NF-15', {}, {}],
    [
      'values that are not texts',
      'NF-16',
      { name: 7, address: ['a'] },
      { name: null, address: 'street', customerid: '7' },
    ],
    ['no object', 'NF-17', [], []],
  ])('is made where its parties hold %s', async (_, documentNo, sold, bought) => {
    const { lines } = await read({ seller: sold, buyer: bought, documentNo });
    expect(lines).toContain('Bill to');
    expect(lines.at(-1)).toBe(`Invoice ${documentNo} Page 1 of 1`);
    expect(lines.join()).not.toMatch(/undefined|null|NaN/);
  });
});
