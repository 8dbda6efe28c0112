import { Link } from '../ui/link.tsx';
import { Card, Facts, Read } from '../ui/parts.tsx';
import { usePlace } from '../ui/place.ts';
import { StateText } from '../ui/state.tsx';
import { day, gigabytes, isAbove0, speed } from '../ui/texts.ts';
import { ToPay } from '../ui/to-pay.tsx';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

export function Home() {
  const { service } = usePlace();
  const { home } = words;
  return (
    <>
      <Card title={home.connection}>
        <StateText of={service} />
        <Facts
          of={[
            [home.plan, `${service.plan}, ${service.subplan}`],
            [home.speed, speed(service.dl)],
            [home.validUpto, service.valid_upto && day(service.valid_upto)],
            [home.nextPlan, service.next_plan],
          ]}
        />
        <Link to="devices">{home.devices(service.online)}</Link>
      </Card>
      <Money />
      <Data />
    </>
  );
}

function Money() {
  const { service, overview } = usePlace();
  const reading = useRead('to_pay', { serviceid: service.serviceid });
  const { home } = words;
  return (
    <Card title={home.money}>
      <Read of={reading}>
        {(toPay) => (
          <>
            <ToPay of={toPay} currency={overview.isp.currency} />
            {isAbove0(toPay.amount) && (
              <Link to="pay" class={toPay.now ? 'button main' : 'button'}>
                {toPay.now ? home.pay : home.payAhead}
              </Link>
            )}
            {!isAbove0(toPay.amount) && toPay.renewal && service.status !== 'NewRequest' && (
              <Link to="renew" class="button">
                {home.renew}
              </Link>
            )}
          </>
        )}
      </Read>
    </Card>
  );
}

function Data() {
  const { service } = usePlace();
  const { used_gb, total_gb } = service;
  const { home } = words;
  const text =
    total_gb === null
      ? `${gigabytes(used_gb)} (${home.unlimited})`
      : home.used(gigabytes(used_gb), gigabytes(total_gb));
  return (
    <Card title={home.data}>
      <p class="amount">{text}</p>
      {total_gb !== null && (
        <meter min={0} max={Math.max(Number(total_gb), 0.001)} value={Number(used_gb)} aria-label={text} />
      )}
      <div class="row">
        <Link to="usage">{words.usage.title}</Link>
        {total_gb !== null && <Link to="plan">{home.topup}</Link>}
      </div>
    </Card>
  );
}
