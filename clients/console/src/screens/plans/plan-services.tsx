import { queryOptions, useQuery } from '@tanstack/react-query';
import { countOf } from '../../api/list.ts';
import { useMay } from '../../api/session.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

/** How many services have a plan, or one of its durations. Asked again when plans change, not with every service that does. */
export const servicesWith = (filters: Readonly<Record<string, number>>) =>
  queryOptions({
    queryKey: ['plan.services', filters],
    queryFn: ({ signal }) => countOf({ path: 'subscriber.list', filters, order: 'asc' }, signal),
  });

interface PlanServicesProps {
  readonly planid: number;
  /** Not under a title that says what is counted. */
  readonly inWords?: boolean;
}

/** How many subscribers a plan has, counted when its row is seen. */
export function PlanServices({ planid, inWords = false }: PlanServicesProps) {
  const may = useMay();
  const services = useQuery({ ...servicesWith({ planid }), enabled: may('service.read') }).data;
  if (services === undefined) return null;
  return inWords ? words.plans.subscribersOf(services, count(services)) : count(services);
}
