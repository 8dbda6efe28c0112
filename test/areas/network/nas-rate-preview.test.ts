import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

const preview = (fields: Record<string, string | number>) =>
  api.call('radius/nas/rate_preview', { dl: 20_000, ul: 10_000, ...fields }, tenant.me);

describe('a preview of a rate', () => {
  it('shows the attributes of a log-in and of a change, as the vendor writes them', async () => {
    expect(await preview({ vendor: 'Mikrotik', burst: '20M/40M', new_dl: 4000, new_ul: 2000 })).toMatchObject({
      status: 200,
      result: {
        attributes: [{ name: 'Mikrotik-Rate-Limit', value: '10000k/20000k 20M/40M' }],
        change_by: 'coa',
        change_attributes: [{ name: 'Mikrotik-Rate-Limit', value: '2000k/4000k 20M/40M' }],
      },
    });
    expect(
      await preview({
        vendor: 'Nokia',
        rate_template: 'service=rate-limit;{up_kbps};{down_kbps}',
        new_dl: 0,
        new_ul: 0,
      }),
    ).toMatchObject({
      result: {
        attributes: [{ name: 'Alc-Sub-Serv-Activate:1', value: 'rate-limit;10000;20000' }],
        change_attributes: [{ name: 'Alc-Sub-Serv-Deactivate:1', value: 'rate-limit;10000;20000' }],
      },
    });
  });

  it('shows what leads a blocked subscriber to his page', async () => {
    const portal_url = 'https://pay.example.net';
    expect(await preview({ vendor: 'Cisco', redirect_template: 'service=L4REDIRECT', portal_url })).toMatchObject({
      result: { redirect_attributes: [{ name: 'Cisco-Account-Info', value: 'AL4REDIRECT' }] },
    });
    expect(await preview({ vendor: 'Huawei', portal_url })).toMatchObject({
      result: { redirect_attributes: [{ name: 'Huawei-HTTP-Redirect-URL', value: portal_url }] },
    });
    expect(await preview({ vendor: 'Huawei', redirect_template: 'x' })).toMatchObject({
      status: 400,
      error: 'redirect_template: applies to a Cisco, Juniper or Nokia NAS only',
    });
    expect(await preview({ vendor: 'Cisco', redirect_template: 'url={portal}' })).toMatchObject({
      status: 400,
      error: 'redirect_template: must have no placeholder except {portal_url}',
    });
    expect(await preview({ vendor: 'Juniper', redirect_template: 'a\nb' })).toMatchObject({
      status: 400,
      error: 'redirect_template: must have no more than 1 line for a Juniper NAS',
    });
  });

  it('says where only a new log-in helps, or nothing is to be done', async () => {
    expect(await preview({ vendor: 'Huawei', new_dl: 0, new_ul: 0 })).toMatchObject({
      result: { change_by: 'disconnect', change_attributes: [] },
    });
    expect(await preview({ vendor: 'Accel' })).toMatchObject({ result: { change_by: 'nothing' } });
  });

  it('refuses a template as a NAS does', async () => {
    const error =
      'rate_template: must have lines that begin with sla-profile=, sub-profile=, service= or qos-override=, or are the name of an SLA profile';
    expect(await preview({ vendor: 'Nokia', rate_template: 'sla=home' })).toMatchObject({ status: 400, error });
    const nas = { resellerid: 0, name: 'x', ip: '127.72.0.1', secret: 's', vendor: 'Nokia', rate_template: 'sla=home' };
    expect(await api.call('radius/nas/create', nas, tenant.me)).toMatchObject({ status: 400, error });
    expect(await preview({ vendor: 'Mikrotik', rate_template: '{rate}' })).toMatchObject({ status: 400 });
    expect(await preview({ vendor: 'Other' })).toMatchObject({ status: 400 });
  });
});
