import { runList } from '../../core/list/index.ts';
import { done } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { createLocation, createSubLocation, newLocation, newSubLocation } from './create.ts';
import { locations, subLocations } from './list.ts';

/** Contract 4.11, and the extensions that make locations. */
export const locationRouter = router({
  list: endpoint({ access: 'location.read', rest: ['/location/list'], summary: 'Locations' })
    .input(locations.input)
    .output(locations.output)
    .query(({ ctx, input }) => runList(ctx.db, locations, { ...ctx, input })),

  sublocation: endpoint({ access: 'location.read', rest: ['/location/sublocation'], summary: 'Sub locations' })
    .input(subLocations.input)
    .output(subLocations.output)
    .query(({ ctx, input }) => runList(ctx.db, subLocations, { ...ctx, input })),

  create: endpoint({ access: 'location.write', rest: ['/location/create'], extension: true, summary: 'Add a location' })
    .input(newLocation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createLocation(tx, ctx.scope, input))),

  sublocation_create: endpoint({
    access: 'location.write',
    rest: ['/location/sublocation_create'],
    extension: true,
    summary: 'Add a sub location',
  })
    .input(newSubLocation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createSubLocation(tx, ctx.scope, input))),
});
