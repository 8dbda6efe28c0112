import { call } from '../api/call.ts';
import { Card } from '../ui/parts.tsx';
import { PayOnline } from '../ui/pay-online.tsx';
import { StateText } from '../ui/state.tsx';
import { ToPay } from '../ui/to-pay.tsx';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

/** What the connection that the page is opened over owes, without a sign-in. Nothing, where it is none of the provider's. */
export function Here({ ispid }: { readonly ispid: number }) {
  const { data } = useRead('here', { ispid });
  if (!data) return null;
  const { isp, to_pay, status, prepaid, valid_upto, expired } = data;
  return (
    <Card title={words.here.title}>
      <StateText of={{ status, prepaid, valid_upto, expired, exhausted: false, bw_level: 1 }} />
      <ToPay of={to_pay} currency={isp.currency} />
      <PayOnline of={to_pay} begin={(gatewayid, amt) => call('pay_here', { ispid, gatewayid, amt })} />
      <p class="quiet">{words.here.text}</p>
      {isp.portal_url && (
        <a class="button" href={isp.portal_url}>
          {words.pay.page}
        </a>
      )}
    </Card>
  );
}
