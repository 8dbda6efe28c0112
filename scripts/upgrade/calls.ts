/** A subscriber and a NAS, for calls to name. */
export interface Example {
  readonly serviceid: number;
  readonly customerid: number;
  /** That the service is bound to. */
  readonly mac: string;
  readonly nasid: number;
}

type Call = readonly [path: string, parameters: Readonly<Record<string, string>>];

/** What the owner of the demo adds, so that nearly every table has a row. Names end in `.invalid`: nothing is sent there. */
export function callsOf({ serviceid, customerid, nasid }: Example): Call[] {
  const service = { serviceid: String(serviceid) };
  const customer = { customerid: String(customerid) };
  const nas = { nasid: String(nasid) };
  return [
    ['isp/settings_update', { event_feed: 'Y', session_events: 'Y', portal: 'Password', late_fee_amt: '10' }],
    ['isp/logo_set', { logo: LOGO }],
    ['webhook/create', { url: 'https://crm.invalid/hook' }],
    ['notice/sender_set', { channel: 'whatsapp', url: 'https://sms.invalid/', secret: 'k3y' }],
    ['notice/create', { on: 'np', channel: 'whatsapp', body: 'Dear {name}' }],
    ['notice/opt_out', { ...customer, channel: 'whatsapp', opt_out: 'on' }],
    ['customer/portal_password', { ...customer, new_password: 'correct horse' }],
    ['customer/update', { ...customer, other_mobiles: '080-2345 6789' }],
    ['payment/gateway/create', GATEWAY],
    ['radius/proxy/create', { name: 'Proxy', ip: '198.51.100.30', secret: 'proxy secret' }],
    ['radius/realm/create', { realm: 'upgrade.example' }],
    ['radius/nas/nat_create', { ...nas, ...NAT }],
    ['radius/nas/ippool_create', { resellerid: '0', name: 'pool-1' }],
    [
      'radius/ip6pool/create',
      { resellerid: '0', name: 'homes', prefix: '2001:db8::/40', length: '56', kind: 'Delegated' },
    ],
    ['service/identity_add', { ...service, circuit_id: 'upgrade 1/1' }],
    ['service/topup', { ...service, gb: '5', amt: '50', type: 'NonExpiring', idempotency_key: 'upgrade' }],
    ['service/adjust', { ...service, type: 'Debit', amt: '10', description: 'Cable', reason: 'upgrade' }],
    ['payment/new', { ...service, amt: '3000', mode: 'Online', ref_no: 'UP-1' }],
    ['payment/refund', { ...service, of: 'Advance', amt: '20', mode: 'Bank', reason: 'upgrade' }],
    ['report/prepare', { report: 'expiring' }],
    ['tax/seller_set', SELLER],
    ['service/adjust', { ...service, type: 'Debit', amt: '20', description: 'Visit', reason: 'upgrade' }],
  ];
}

const GATEWAY = {
  ...{ provider: 'Razorpay', name: 'Trial', environment: 'Test' },
  ...{ key_id: 'rzp_test_upgrade', key_secret: 'upgrade secret' },
};

const NAT = {
  ...{ inside_from: '100.64.0.0', inside_upto: '100.64.0.63' },
  ...{ public_from: '198.51.100.61', public_upto: '198.51.100.62', ports: '1000' },
};

const SELLER = {
  ...{ scheme: 'gst', legal_name: 'Demo Net Private Limited', tax_number: '29AAGCB7383J1Z4' },
  ...{ address: '1 Tower Road', city: 'Bengaluru', zipcode: '560001', state: 'Karnataka' },
};

/** A PNG of 16 × 16 pixels of one colour. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPgjllLEmIY1TCqYfhqAAAZyhQQSiRdAQAAAABJRU5ErkJggg==';
