import { choiceWord } from '../../ui/choice-word.ts';
import { Facts } from '../../ui/facts.tsx';
import { money } from '../../ui/money.ts';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { gigabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Plan = NonNullable<SubscriberRecord['plan']>;

export function PlanCard({ subscriber: { plan, subplan, service } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  if (!plan) return null;
  return (
    <Card title={plan.name}>
      <Facts
        facts={[
          ...levelsOf(plan),
          [w.price, subplan && `${subplan.name}, ${money(subplan.price)}`],
          [w.billing, choiceWord(service.prepaid_postpaid)],
          [w.discount, discountOf(service)],
        ]}
      />
    </Card>
  );
}

/** Up to which volume which rate is given. */
function levelsOf(plan: Plan): (readonly [string, string])[] {
  const levels = [
    [plan.bw1_gb, plan.bw1_dl, plan.bw1_ul],
    [plan.bw2_gb, plan.bw2_dl, plan.bw2_ul],
    [plan.bw3_gb, plan.bw3_dl, plan.bw3_ul],
  ] as const;
  return levels.flatMap(([gb, dl, ul], at) => {
    if (dl === null || ul === null) return [];
    const volume = gb === null || Number(gb) === 0 ? words.common.unlimited : gigabytes(Number(gb));
    return [[words.subscriber.level(at + 1), `${speed(dl)} / ${speed(ul)}, ${volume}`] as const];
  });
}

function discountOf({ discount_percent, discount_amt }: SubscriberRecord['service']): string | null {
  if (/[1-9]/.test(discount_percent)) return `${discount_percent} %`;
  return /[1-9]/.test(discount_amt) ? money(discount_amt) : null;
}
