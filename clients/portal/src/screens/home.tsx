import { Link } from '../ui/link.tsx';
import { Card, Facts, Read } from '../ui/parts.tsx';
import { type Service, usePlace } from '../ui/place.ts';
import { accessText, StateText, speedNow } from '../ui/state.tsx';
import { day, gigabytes, isAbove0, ofGigabytes, speed } from '../ui/texts.ts';
import { ToPay } from '../ui/to-pay.tsx';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

export function Home() {
  return (
    <>
      <Connection />
      <Money />
      <Data />
    </>
  );
}

function Connection() {
  const { service } = usePlace();
  const reading = useRead('access', { serviceid: service.serviceid });
  const { home } = words;
  return (
    <Card title={home.connection}>
      <Read of={reading}>
        {(access) => {
          const dl = speedNow(service, access);
          return (
            <>
              <StateText of={service} text={accessText(service, access)} />
              <Facts
                of={[
                  [home.plan, `${service.plan}, ${service.subplan}`],
                  [home.speed, dl === null ? null : speed(dl)],
                  [home.validUpto, service.valid_upto && day(service.valid_upto)],
                  [home.nextPlan, service.next_plan],
                ]}
              />
            </>
          );
        }}
      </Read>
      <Link to="devices">{home.devices(service.online)}</Link>
    </Card>
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

const usedOf = ({ used_gb, hides_limits }: Service): string =>
  hides_limits ? gigabytes(used_gb) : `${gigabytes(used_gb)} (${words.home.unlimited})`;

function Data() {
  const { service } = usePlace();
  const { used_gb, total_gb, full_used_gb, full_gb, hides_limits } = service;
  const { home } = words;
  const hasMore = total_gb !== full_gb;
  const mayAdd = (full_gb !== null || hides_limits) && service.status === 'Active' && !service.expired;
  const isUsedUp = service.exhausted || service.bw_level > 1;
  const text = full_gb === null ? usedOf(service) : ofGigabytes(full_used_gb, full_gb);
  return (
    <Card title={home.data}>
      <p class="amount">{text}</p>
      {full_gb !== null && <Share used={Number(full_used_gb)} of={Math.max(Number(full_gb), 0.001)} text={text} />}
      {full_gb !== null && hasMore && <p class="quiet">{isUsedUp ? home.inAll(gigabytes(used_gb)) : home.fullSpeed}</p>}
      {mayAdd && isUsedUp && (
        <Link to="plan" class="button main">
          {home.topup}
        </Link>
      )}
      <div class="row">
        <Link to="usage">{words.usage.title}</Link>
        {mayAdd && !isUsedUp && <Link to="plan">{home.topup}</Link>}
      </div>
    </Card>
  );
}

/** What of a volume is used. All of it is no good news, so the browser does not draw it green. */
function Share({ used, of, text }: { readonly used: number; readonly of: number; readonly text: string }) {
  return <meter min={0} max={of} high={of * 0.999} optimum={0} value={used} aria-label={text} />;
}
