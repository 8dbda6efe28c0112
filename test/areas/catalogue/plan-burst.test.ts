import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, planFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await makeTenant(api);
});

type Fields = Record<string, string | number>;

const rates = { bw1_gb: 10, bw1_dl: 20_000, bw1_ul: 10_000 };
const create = (fields: Fields) =>
  api.call('plan/create', { resellerid: tenant.resellerid, ...planFields, ...rates, ...fields }, tenant.me);
const shown = async (id: number) => (await api.ok<Fields[]>('plan/list', { id }, tenant.me))[0];

describe('the burst of a bandwidth level', () => {
  it('is shown as it was written, changed and cleared', async () => {
    const second = { bw2_gb: 0, bw2_dl: 1_000, bw2_ul: 1_000, bw2_burst: '2M/2M' };
    const { result: id } = await create({ bw1_burst: ' 20M/40M  8M/16M 8/8 ', ...second });
    expect(await shown(id as number)).toMatchObject({
      ...{ bw1_burst: '20M/40M 8M/16M 8/8', bw2_burst: '2M/2M', bw3_burst: null },
    });
    const change = { id: id as number, bw1_burst: '20M/40M 8M/16M 8/8 5 5M/10M', bw2_burst: '' };
    await api.ok('plan/update', change, tenant.me);
    expect(await shown(id as number)).toMatchObject({
      ...{ bw1_burst: '20M/40M 8M/16M 8/8 5 5M/10M', bw2_burst: null },
    });
  });

  it.each([
    '40M',
    '20M/40M 8M',
    '20M/40M 8/8/8',
    '20M/40M 8M/16M 0/8',
    '20M/40M 8M/16M 8/8 9',
    '20M/40M; /system reset',
    '20G/40G',
    '1234567890/1',
  ])('is not %s', async (bw1_burst) => {
    const error = expect.stringMatching(/^bw1_burst: must be the burst rate as upload\/download, .* 8\/8 8 1M\/2M$/);
    expect(await create({ bw1_burst })).toMatchObject({ status: 400, error });
  });

  it('is not below the rate of its level, and the minimum rate not above it', async () => {
    const below = 'bw1_burst: the burst rate must not be below the rate of the level, 10000k/20000k';
    expect(await create({ bw1_burst: '9999k/40M' })).toMatchObject({ status: 400, error: below });
    expect(await create({ bw1_burst: '10M/19999k' })).toMatchObject({ status: 400, error: below });
    const least = 'bw1_burst: the minimum rate must not be above the rate of the level, 10000k/20000k';
    expect(await create({ bw1_burst: '10M/20M 1M/1M 1/1 8 1M/21M' })).toMatchObject({ status: 400, error: least });
    const { result: id } = await create({ bw1_burst: '10M/20000000' });
    const faster = await api.call('plan/update', { id: id as number, bw1_dl: 30_000 }, tenant.me);
    expect(faster).toMatchObject({ status: 400, error: expect.stringMatching(/^bw1_burst: /) });
  });

  it('needs the rates of its level', async () => {
    const error = 'bw2_burst: needs the download and upload rates of its level';
    expect(await create({ bw_mgmt: '', bw2_burst: '2M/2M' })).toMatchObject({ status: 400, error });
  });
});
