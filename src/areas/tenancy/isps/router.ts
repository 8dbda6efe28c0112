import { runList } from '../../../core/list/index.ts';
import { Done, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { creditUsage } from '../../money/credits/list.ts';
import { creditsOutcome, creditsUpdate, updateCredits } from '../../money/credits/update.ts';
import { serviceProblems } from '../../subscribers/services/problems.ts';
import { createIsp, newIsp } from './create.ts';
import { deleteIsp } from './delete.ts';
import { namedIsp } from './find.ts';
import { isps } from './list.ts';
import { newLogo, setLogo } from './logo/set.ts';
import { ispSettings, readSettings, whichIsp } from './settings/find.ts';
import { ispSettingsChange, updateSettings } from './settings/update.ts';
import { lockUpdatedSettings } from './settings/updated.ts';
import { ispChange, updateIsp } from './update.ts';

/** Sixteen black pixels by sixteen. */
const EXAMPLE_LOGO = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR4nGNgIA0AAAAwAAEWiZrRAAAAAElFTkSuQmCC';

/** Contract 4.10. */
export const ispRouter = router({
  list: endpoint({ access: 'isp.read', rest: ['/isp/list'], summary: 'ISPs' })
    .input(isps.input)
    .output(isps.output)
    .query(({ ctx, input }) => runList(ctx.db, isps, { ...ctx, input })),

  create: endpoint({
    access: 'isp.admin',
    rest: ['/isp/create'],
    example: { name: 'Example Net', code: 'EXN', country: 'India' },
    summary: 'Add an ISP',
  })
    .input(newIsp)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createIsp(tx, ctx, input))),

  update: endpoint({
    access: 'isp.write',
    rest: ['/isp/update'],
    example: { name: 'Example Net' },
    updates: updatedRecord('ISP', 'ispid'),
    summary: 'Change an ISP',
  })
    .input(ispChange)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateIsp(tx, ctx.scope, input))),

  delete: endpoint({ access: 'isp.admin', rest: ['/isp/delete'], summary: 'Delete an ISP' })
    .input(namedIsp)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteIsp(tx, ctx, input.ispid))),

  credits_usage: endpoint({ access: 'credits.read', rest: ['/isp/credits_usage'], summary: 'Credits used and granted' })
    .input(creditUsage.input)
    .output(creditUsage.output)
    .query(({ ctx, input }) => runList(ctx.db, creditUsage, { ...ctx, input })),

  credits_update: endpoint({
    access: 'credits.write',
    rest: ['/isp/credits_update'],
    confirmed: true,
    example: { credits: '100.00' },
    repeatable: true,
    summary: 'Grant or take credits',
  })
    .input(creditsUpdate)
    .output(creditsOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateCredits(tx, ctx, input))),

  problems: endpoint({
    access: 'service.read',
    rest: ['/isp/problems'],
    extension: true,
    summary: 'Services that could not be advanced to today',
    description:
      'Services whose renewal, bill or change of status is due and failed, each with the problem, the time of the first failure and the number of attempts. The node retries them every few minutes; access ends after `access_upto` unless an attempt succeeds.',
  })
    .input(serviceProblems.input)
    .output(serviceProblems.output)
    .query(({ ctx, input }) => runList(ctx.db, serviceProblems, { ...ctx, input })),

  settings: endpoint({
    access: 'settings.read',
    rest: ['/isp/settings'],
    extension: true,
    summary: 'Settings of an ISP',
  })
    .input(whichIsp)
    .output(ispSettings)
    .query(({ ctx, input }) => readSettings(ctx.db.prisma, ctx.scope, input)),

  settings_update: endpoint({
    access: 'settings.write',
    rest: ['/isp/settings_update'],
    example: { np_grace_days: '5' },
    extension: true,
    updates: lockUpdatedSettings,
    summary: 'Change the settings of an ISP',
  })
    .input(ispSettingsChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateSettings(tx, ctx, input))),

  logo_set: endpoint({
    access: 'settings.write',
    rest: ['/isp/logo_set'],
    example: { logo: EXAMPLE_LOGO },
    extension: true,
    summary: 'Set the logo of an ISP',
    description:
      'A PNG or JPEG picture in base64 for the subscriber’s pages, invoices and receipts. Without a picture, the call removes the logo. `logo` of `isp/settings` is its address.',
  })
    .input(newLogo)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setLogo(tx, ctx.scope, input))),
});
