import { useState } from 'preact/hooks';
import { call, type Output } from '../api/call.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Card, Read } from '../ui/parts.tsx';
import { usePlace } from '../ui/place.ts';
import { gigabytes, lasting, money, speed } from '../ui/texts.ts';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

type Offers = Output<'offers'>;
type Plan = Offers['plans'][number];
type Topup = Offers['topups'][number];
type Schedule = 'immediately' | 'next_bill';
type Wanted = { readonly plan: Plan; readonly schedule: Schedule } | { readonly topup: Topup };

export function PlanScreen() {
  const { service } = usePlace();
  const reading = useRead('offers', { serviceid: service.serviceid });
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const cancel = () => setWanted(null);
  if (wanted && 'plan' in wanted) return <ConfirmPlan {...wanted} onCancel={cancel} />;
  if (wanted) return <ConfirmTopup topup={wanted.topup} onCancel={cancel} />;
  return (
    <>
      <Card title={words.plan.yours}>
        <p class="amount">
          {service.plan}, {service.subplan}
        </p>
        <p>{speed(service.dl)}</p>
        {service.next_plan && <p class="notice">{words.plan.nextPlan(service.next_plan)}</p>}
      </Card>
      <Read of={reading}>{(offers) => <Choices of={offers} onChoose={setWanted} />}</Read>
    </>
  );
}

interface ChoicesProps {
  readonly of: Offers;
  onChoose(wanted: Wanted): void;
}

function Choices({ of: { plans, topups }, onChoose }: ChoicesProps) {
  const { plan } = words;
  const others = plans.filter(({ current }) => !current);
  return (
    <>
      {topups.length > 0 && (
        <Card title={plan.topups}>
          <ul class="list">
            {topups.map((topup) => (
              <TopupRow key={topup.topup_planid} topup={topup} onChoose={() => onChoose({ topup })} />
            ))}
          </ul>
        </Card>
      )}
      <Card title={plan.change}>
        {others.length === 0 && <p class="quiet">{plan.none}</p>}
        {others.length > 0 && <p class="quiet">{plan.withTax}</p>}
        <ul class="list">
          {others.map((each) => (
            <PlanRow key={each.subplanid} plan={each} onChoose={(schedule) => onChoose({ plan: each, schedule })} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function TopupRow({ topup, onChoose }: { readonly topup: Topup; onChoose(): void }) {
  const { currency } = usePlace().overview.isp;
  const { plan } = words;
  return (
    <li class="row">
      <span>
        {topup.name}
        <br />
        <span class="quiet">
          {gigabytes(topup.gb)}, {topup.expiring ? plan.expiring : plan.lasting}
        </span>
      </span>
      <span class="end">
        {money(topup.amt, currency)}
        <button type="button" aria-label={plan.choose(topup.name)} onClick={onChoose}>
          {plan.select}
        </button>
      </span>
    </li>
  );
}

function PlanRow({ plan, onChoose }: { readonly plan: Plan; onChoose(schedule: Schedule): void }) {
  const { currency } = usePlace().overview.isp;
  const { now, nextBill } = words.plan;
  const name = `${plan.plan}, ${plan.subplan}`;
  return (
    <li>
      <div class="row">
        <span>
          <strong>{name}</strong>
          <br />
          <span class="quiet">
            {[speed(plan.dl), volumeOf(plan), lasting(plan.length, plan.unit)].filter(Boolean).join(', ')}
          </span>
        </span>
        <span class="end">{money(plan.price, currency)}</span>
      </div>
      <div class="row start">
        {plan.at_once && (
          <button type="button" aria-label={`${name}: ${now}`} onClick={() => onChoose('immediately')}>
            {now}
          </button>
        )}
        <button type="button" aria-label={`${name}: ${nextBill}`} onClick={() => onChoose('next_bill')}>
          {nextBill}
        </button>
      </div>
    </li>
  );
}

const volumeOf = ({ gb, hides_limits }: Plan): string | null => {
  if (gb !== null) return gigabytes(gb);
  return hides_limits ? null : words.home.unlimited;
};

interface ConfirmPlanProps {
  readonly plan: Plan;
  readonly schedule: Schedule;
  onCancel(): void;
}

function ConfirmPlan({ plan, schedule, onCancel }: ConfirmPlanProps) {
  const { serviceid, balance, valid_upto } = usePlace().service;
  const input = { serviceid, balance, valid_upto, subplanid: plan.subplanid };
  const preview = useRead('plan_change', { ...input, schedule, preview: true });
  // With the next bill it costs nothing yet: what is missing then is owed already.
  const payFor = (gatewayid: number) => call('pay_for', { ...input, topup_planid: null, gatewayid });
  return (
    <Confirm
      title={`${words.confirm.planTitle}: ${plan.plan}, ${plan.subplan}`}
      {...(schedule === 'next_bill' ? { hint: words.confirm.fromNextBill } : {})}
      preview={preview}
      run={() => call('plan_change', { ...input, schedule, preview: false })}
      payFor={schedule === 'immediately' ? payFor : undefined}
      onCancel={onCancel}
    />
  );
}

function ConfirmTopup({ topup, onCancel }: { readonly topup: Topup; onCancel(): void }) {
  const { serviceid, balance, valid_upto } = usePlace().service;
  const input = { serviceid, balance, valid_upto, topup_planid: topup.topup_planid };
  const preview = useRead('topup', { ...input, preview: true });
  return (
    <Confirm
      title={`${words.confirm.topupTitle}: ${topup.name}`}
      preview={preview}
      run={() => call('topup', { ...input, preview: false })}
      payFor={(gatewayid) => call('pay_for', { ...input, subplanid: null, gatewayid })}
      onCancel={onCancel}
    />
  );
}
