import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import { PROXIES, useLocations } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { newSecret } from '../../ui/new-secret.ts';
import { words } from '../../words/words.ts';

type Nas = Row<'nas.list'>;

/** What is known of it already. */
export interface NewNas {
  readonly name?: string;
  readonly ip?: string;
}

interface AddNasProps {
  readonly of: NewNas;
  readonly onClose: () => void;
  /** Instead of `onClose`, with the id of the new NAS. */
  readonly onAdded: (id: number) => void;
}

export function AddNas({ of, onClose, onAdded }: AddNasProps) {
  const { isp, reseller } = useMe();
  const [secret] = useState(() => newSecret(20));
  return (
    <FormDialog
      path="nas.create"
      title={words.nas.add}
      fixed={{ resellerid: reseller?.resellerid ?? 0 }}
      fields={[
        ...(isp ? [] : [{ name: 'ispid', required: true }]),
        { name: 'name', ...(of.name ? { initial: of.name } : {}) },
        { name: 'ip', ...(of.ip ? { initial: of.ip } : {}) },
        'vendor',
        { name: 'secret', initial: secret, plain: true },
        ...['coa_port', 'description', 'tls_identity'],
        ...(reseller ? [] : [{ name: 'proxyid', source: PROXIES }]),
        'identifier',
      ]}
      onClose={onClose}
      onDone={onAdded}
    />
  );
}

const RARE = ['interim_interval', 'rate_template', 'redirect_template', 'swap_direction', 'ipoe', 'volume_limit'];
const COA_NAMINGS = ['auto', 'registered', 'none'] as const;
const IPV6_MODES = ['off', 'prefix', 'pool', 'learn'] as const;

/** How its packets come, and how it is known. A reseller's NASes send through no proxy of the ISP. */
function transport(isReseller: boolean): FieldSpec[] {
  const w = words.nas;
  return [
    { name: 'require_message_authenticator', section: w.transport },
    'tls_identity',
    ...(isReseller ? [] : [{ name: 'proxyid', source: PROXIES }]),
    ...['identifier', 'ipv6', 'coa_by'],
    coaNaming(),
  ];
}

const coaNaming = (): FieldSpec => ({
  name: 'coa_naming',
  choices: COA_NAMINGS.map((value) => ({ value, label: words.nas.coaNamings[value] })),
});

const ipv6Mode = (): FieldSpec => ({
  name: 'ipv6_mode',
  choices: IPV6_MODES.map((value) => ({ value, label: words.nas.ipv6Modes[value] })),
});

/** What the node asks the router itself. */
const itsRouter = (): FieldSpec[] => [
  { name: 'snmp_graph', section: words.router.title },
  ...['http_port', 'api_enable', 'api_username'],
  { name: 'api_password', hint: words.nas.keepSecret },
  'api_port',
];

interface EditNasProps {
  readonly nas: Nas;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function EditNas({ nas, onClose, onDone }: EditNasProps) {
  const { reseller } = useMe();
  const locations = useLocations();
  return (
    <FormDialog
      path="nas.update"
      title={words.nas.edit}
      stored={nas}
      fixed={{ id: nas.id }}
      fields={[
        ...['name', 'ip', 'vendor'],
        { name: 'secret', hint: words.nas.keepSecret },
        ...['coa_port', 'description'],
        { name: 'location_code', choices: locations, section: words.nas.place },
        ...['latitude', 'longitude'],
        ...transport(reseller !== null),
        { name: 'line_rate_mbps', section: words.nas.subscribersOf },
        ...RARE,
        ipv6Mode(),
        'hotspot_hosts',
        { name: 'uam_secret', hint: words.nas.keepSecret },
        ...(nas.vendor === 'Mikrotik' ? itsRouter() : []),
      ]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
