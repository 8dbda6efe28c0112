import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { largestOf } from '../../ui/money.ts';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';

/** What a period costs with its taxes, undefined until it is known. Of a plan that is sold no more: the price in the plan. */
export function usePeriodPrice({ service, subplan }: SubscriberRecord, isWanted = true): string | undefined {
  const { reseller } = useMe();
  const { planid, subplanid, prepaid_postpaid, discount_percent, discount_amt, resellerid } = service;
  const seller = reseller ? {} : { resellerid };
  const quote = useQuery({
    ...ask('plan.quote', { planid, subplanid, prepaid_postpaid, discount_percent, discount_amt, ...seller }),
    enabled: isWanted,
  });
  return quote.isError ? (subplan?.price ?? '') : quote.data?.price;
}

/** What amounts of a subscriber are usually not far above: what is owed, or what a period costs. */
export function useUsualAmount(subscriber: SubscriberRecord): string | undefined {
  const price = usePeriodPrice(subscriber);
  const owed = subscriber.service.os_amt.replace('-', '');
  return price === undefined || price === '' ? undefined : largestOf([owed, price]);
}
