import { call } from '../api/call.ts';
import { Confirm } from '../ui/confirm.tsx';
import { usePlace } from '../ui/place.ts';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

export function Renew() {
  const { service, go } = usePlace();
  const { serviceid, balance, valid_upto } = service;
  const preview = useRead('renew', { serviceid, balance, valid_upto, preview: true });
  return (
    <Confirm
      title={words.confirm.renewTitle}
      preview={preview}
      run={() => call('renew', { serviceid, balance, valid_upto, preview: false })}
      payFor={(gatewayid) =>
        call('pay_for', { serviceid, balance, valid_upto, topup_planid: null, subplanid: null, gatewayid })
      }
      onCancel={() => go('home')}
    />
  );
}
