import type { Certificate } from '../../../fixtures/certificates.ts';
import { NAS_SECRET } from '../../support/example.ts';
import { Charon } from './charon.ts';
import type { Isp, Uplink } from './isp.ts';
import { lay, type Place } from './place.ts';

const NAME = 'nas.example.net';
let lines = 0;

/** strongSwan as a NAS: subscribers reach the world through tunnels, by IKEv2. */
export async function startIpsecNas(isp: Isp, { place, node, link }: Uplink): Promise<Charon> {
  const { auth, acct } = isp.site.ports;
  const certificate = await isp.authority.issue({ names: `DNS:${NAME}` });
  // It would end the tunnels of all whose accounting is not answered; and a node may take a minute to be back.
  const settings = `eap-radius {
      accounting = yes
      accounting_close_on_timeout = no
      nas_identifier = strongswan
      retransmit_timeout = 1.0
      retransmit_base = 1.0
      retransmit_tries = 60
      dae { enable = yes
        listen = 0.0.0.0
        port = 3799
        secret = ${NAS_SECRET} }
      servers { node { address = ${node}
        auth_port = ${auth}
        acct_port = ${acct}
        secret = ${NAS_SECRET} } }
    }`;
  // Without `over_time`, the subscriber is told the whole Session-Timeout.
  const connections = `connections { subscribers {
  version = 2
  over_time = 0
  pools = radius
  encap = yes
  send_cert = always
  local { auth = pubkey
    id = ${NAME} }
  remote { auth = eap-radius
    eap_id = %any }
  children { net { local_ts = ${link} } }
} }
`;
  return Charon.start(place, { plugins: 'eap-radius', settings, connections, ca: isp.authority.certFile, certificate });
}

/** A subscriber's router: a place with a cable to the NAS. */
export interface Line {
  readonly place: Place;
  readonly charon: Charon;
}

interface Subscriber {
  readonly username: string;
  readonly password?: string;
  /** Instead of the password: EAP-TLS. */
  readonly certificate?: Certificate;
}

export async function connectLine(
  isp: Isp,
  { place: nas, link }: Uplink,
  { username, password, certificate }: Subscriber,
): Promise<Line> {
  const network = `198.19.${++lines}`;
  const place = await isp.addPlace();
  await lay(
    { place: nas, name: `line${lines}`, address: `${network}.1/30` },
    { place, name: 'wan', address: `${network}.2/30` },
  );
  const connections = `connections { line {
  version = 2
  remote_addrs = ${network}.1
  vips = 0.0.0.0
  encap = yes
  local { auth = ${certificate ? 'eap-tls' : 'eap-mschapv2'}
    id = ${username}
    eap_id = ${username}
    aaa_id = radius.example.net }
  remote { auth = pubkey
    id = ${NAME} }
  children { net { remote_ts = ${link} } }
} }
secrets { eap { id = ${username}
  secret = "${password ?? ''}" } }
`;
  const configuration = { plugins: 'eap-mschapv2 eap-tls', connections, ca: isp.authority.certFile };
  return { place, charon: await Charon.start(place, { ...configuration, ...(certificate && { certificate }) }) };
}
