import { z } from 'zod';
import { runList } from '../../../core/list/index.ts';
import { VERSION } from '../../../core/version.ts';
import { shown, text } from '../../../core/wire/index.ts';
import { endpoint, openEndpoint, router } from '../../../rpc/endpoint.ts';
import { countriesWithStates } from './countries.ts';
import { jobs } from './jobs.ts';
import { nodeStatus, readStatus } from './status.ts';

/** Contract 4.1: open to callers without credentials. */
export const serverRouter = router({
  test: openEndpoint({ rest: ['/server/test'], summary: 'Check that the server responds' })
    .output(z.literal('OK'))
    .query(() => 'OK' as const),

  version: openEndpoint({ rest: ['/server/version'], summary: 'Software version' })
    .output(z.object({ version_id: shown(), version_no: shown(), version_date: shown() }))
    .query(() => VERSION),

  mode: openEndpoint({
    rest: ['/server/mode'],
    summary: 'Mode of the server',
    description: '`active` in normal service, `stopping` while the node finishes its last requests before it exits.',
  })
    .output(shown())
    .query(({ ctx }) => ctx.kernel.lifecycle.mode),

  status: endpoint({
    access: 'isp.admin',
    rest: ['/server/status'],
    extension: true,
    summary: 'Health of the node and its database',
    description:
      'For the server administrator. Describes the node that answers; all nodes share `database` and `outbox`.',
  })
    .output(nodeStatus)
    .query(({ ctx }) => readStatus(ctx.kernel)),

  country_state: openEndpoint({
    rest: ['/server/country_state'],
    summary: 'Countries with their states',
    description: 'All countries, or the one named by `country`: a name, in a common spelling, or an ISO 3166-1 code.',
  })
    .input(z.strictObject({ country: text().optional() }))
    .output(z.array(z.object({ country: shown(), country_code: shown(), states: z.array(shown()) })))
    .query(({ input }) => countriesWithStates(input.country)),
});

/** Jobs of the installation, beyond the contract. */
export const jobRouter = router({
  list: endpoint({
    access: 'isp.admin',
    rest: ['/server/job_list'],
    extension: true,
    summary: 'Jobs with their last and next runs',
    description: 'For the server administrator. For a job that runs on every node, shows the last run on any of them.',
  })
    .output(jobs.output)
    .query(({ ctx }) => runList(ctx.db, jobs, { ...ctx, input: {} })),
});
