import { call } from '../api/call.ts';
import { LastPayment } from '../ui/last-payment.tsx';
import { Card, Facts, Read } from '../ui/parts.tsx';
import { PayOnline } from '../ui/pay-online.tsx';
import { usePlace } from '../ui/place.ts';
import { isAbove0 } from '../ui/texts.ts';
import { ToPay } from '../ui/to-pay.tsx';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

export function Pay() {
  const { service, overview } = usePlace();
  const { isp } = overview;
  const reading = useRead('to_pay', { serviceid: service.serviceid });
  const { pay } = words;
  return (
    <>
      <Card title={pay.title}>
        <LastPayment onPaid={reading.again} />
        <Read of={reading}>
          {(toPay) => (
            <>
              {isAbove0(toPay.amount) ? <ToPay of={toPay} currency={isp.currency} /> : <p>{pay.nothing}</p>}
              <PayOnline
                key={toPay.amount}
                of={toPay}
                free={toPay.renewal !== null}
                begin={(gatewayid, amt) => call('pay', { serviceid: service.serviceid, gatewayid, amt })}
              />
            </>
          )}
        </Read>
      </Card>
      <Card title={pay.how}>
        {isp.portal_url && (
          <a class="button main" href={isp.portal_url}>
            {pay.page}
          </a>
        )}
        <p>
          {pay.atProvider} <strong>{service.username}</strong>
        </p>
        <Facts
          of={[
            [pay.mobile, <a href={`tel:${isp.mobile}`}>{isp.mobile}</a>],
            [pay.email, <a href={`mailto:${isp.email}`}>{isp.email}</a>],
          ]}
        />
      </Card>
    </>
  );
}
