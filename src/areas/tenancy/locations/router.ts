import { runList } from '../../../core/list/index.ts';
import { done } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createLocation, newLocation } from './create.ts';
import { deleteLocation } from './delete.ts';
import { namedLocation } from './find.ts';
import { locations } from './list.ts';
import { createSubLocation, newSubLocation } from './sub-locations/create.ts';
import { deleteSubLocation } from './sub-locations/delete.ts';
import { namedSubLocation } from './sub-locations/find.ts';
import { subLocations } from './sub-locations/list.ts';
import { subLocationChange, updateSubLocation } from './sub-locations/update.ts';
import { locationChange, lockUpdatedLocation, lockUpdatedSubLocation, updateLocation } from './update.ts';

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

  create: endpoint({
    access: 'location.write',
    rest: ['/location/create'],
    example: { location_code: 'MYS', location: 'Mysuru' },
    extension: true,
    summary: 'Add a location',
  })
    .input(newLocation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createLocation(tx, ctx.scope, input))),

  sublocation_create: endpoint({
    access: 'location.write',
    rest: ['/location/sublocation_create'],
    example: { sub_location_code: 'BLR-S', sub_location: 'South' },
    extension: true,
    summary: 'Add a sub location',
  })
    .input(newSubLocation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createSubLocation(tx, ctx.scope, input))),

  update: endpoint({
    access: 'location.write',
    rest: ['/location/update'],
    example: { location: 'Bengaluru' },
    extension: true,
    updates: lockUpdatedLocation,
    summary: 'Rename or recode a location',
  })
    .input(locationChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateLocation(tx, ctx.scope, input))),

  delete: endpoint({
    access: 'location.write',
    rest: ['/location/delete'],
    extension: true,

    summary: 'Delete a location',
  })
    .input(namedLocation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteLocation(tx, ctx.scope, input))),

  sublocation_update: endpoint({
    access: 'location.write',
    rest: ['/location/sublocation_update'],
    example: { sub_location_code: 'BLR-N', sub_location: 'North' },
    extension: true,
    updates: lockUpdatedSubLocation,
    summary: 'Rename or recode a sub location',
  })
    .input(subLocationChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateSubLocation(tx, ctx.scope, input))),

  sublocation_delete: endpoint({
    access: 'location.write',
    rest: ['/location/sublocation_delete'],
    example: { sub_location_code: 'BLR-N' },
    extension: true,

    summary: 'Delete a sub location',
  })
    .input(namedSubLocation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteSubLocation(tx, ctx.scope, input))),
});
