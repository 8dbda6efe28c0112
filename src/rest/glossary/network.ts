import type { Part } from './part.ts';

/** NASes and RADIUS proxies. */
export const NETWORK: Part = {
  anywhere: {
    nasid: 'The id of the NAS',
    nasname: 'The name of the NAS',
    vendor: 'The vendor of the NAS, which decides on the attributes that it is sent',
    secret: 'The RADIUS secret, which is never shown again',
    coa_port: 'The UDP port for Disconnect and CoA, 1024 or above',
    tls_identity:
      'How its TLS certificate names it (RadSec): sha256:, dns:, ip: or uri:; null: its packets come over UDP',
    proxyid: 'The id of the RADIUS proxy that sends the packets of the NAS',
    nas_identifier: 'The NAS-Identifier in the last packet; null: there was none',
    packets: 'The packets that came',
    first_seen: 'When the first of them came',
    last_seen: 'When the last of them came',
  },
  within: {
    nas: {
      id: 'The id of the NAS',
      name: 'The name of the NAS',
      resellers: 'The ids of the resellers that share a NAS of the ISP; 0: all of them',
      ip: 'The address from which the NAS sends, and at which it takes Disconnect and CoA',
      snmp_graph: 'Whether the NAS shows graphs of its traffic; Mikrotik only',
      http_port: 'The HTTP port of the NAS for its graphs; required with `snmp_graph=on`',
      api_enable: 'Whether the API of the NAS can be used',
      api_username: 'The username for the API of the NAS',
      api_password: 'The password for the API of the NAS, which is never shown again',
      api_port: 'The port of the API of the NAS',
      require_message_authenticator:
        'Whether requests without a Message-Authenticator are dropped; `auto`: once the NAS has sent one',
      swap_direction: 'Y: the NAS counts uploads as output',
      rate_template: 'How the rate is written to the NAS if the form of its vendor does not fit',
      redirect_template:
        'What leads a blocked subscriber to the page where they pay, where the vendor has no attribute for that',
      line_rate_mbps: 'The highest rate of a subscriber line in Mbit/s; volume beyond it is not counted',
      interim_interval: 'The seconds between two reports of a session; null: the setting of the ISP',
      identifier: 'The NAS-Identifier of the NAS, which packets from a proxy carry',
      ipv6: 'The NAS-IPv6-Address of the NAS, which packets from a proxy carry',
      ipoe: 'Y: the NAS may send identities of services instead of a password',
      volume_limit:
        'Y: log-in answers carry the remaining volume, and the NAS ends the session there; Mikrotik and CoovaChilli only',
      hotspot_hosts:
        'Where guests of its hotspot log in: host names or IPv4 addresses, with a port if it is not that of the scheme; empty: it has no hotspot',
      uam_secret: 'The secret that CoovaChilli shares with the page of the hotspot, which is never shown again',
      has_uam_secret: 'Whether that secret is set',
      coa_by:
        'Where Disconnect and CoA go: `nas`: to the NAS, by RadSec if it has that; `udp`: to its address; `proxy`: to its proxy',
      coa_naming:
        'How Disconnect and CoA name the NAS: `auto`: as it names itself, or otherwise if it refuses that; `registered`: by `ip`; `none`: not at all',
      ipv6_mode:
        'How subscribers get IPv6: `off`; `prefix`: by prefixes that are sent; `pool`: by names of pools on the NAS; `learn`: it is only recorded',
      location_code: 'The code of the location where the NAS stands; null: none',
      latitude: 'The latitude of the NAS in degrees; null: not known',
      longitude: 'The longitude of the NAS in degrees; null: not known',
      sends_gigawords: 'Whether a Gigawords attribute has arrived from the NAS',
    },
    'nas.unknown': { ip: 'The address that sends packets and is no NAS' },
    'nas.health': {
      auth_heard_at: 'When the last authentic log-in request came; null: none yet',
      acct_heard_at: 'When the last authentic accounting came; null: none yet',
      online: 'The open sessions at the NAS; null: the NAS is shared, and the caller is a reseller',
      stale: 'The sessions of the last day that ended because the NAS no longer reported them; null: as for `online`',
      accepts: 'The log-ins of the last hour that were accepted; null: as for `online`',
      rejects: 'The log-ins of the last hour that were refused; null: as for `online`',
      coa_acknowledged:
        'The Disconnect- and CoA-Requests of the last hour that were acknowledged; null: as for `online`',
      coa_refused: 'Those that were refused; null: as for `online`',
      coa_unanswered: 'Those that were not answered; null: as for `online`',
      silent: 'Whether the NAS has sessions and has reported none for three intervals',
      says_ip: 'The NAS-IP-Address in its packets; null: none, or as for `online`',
      says_ip6: 'The NAS-IPv6-Address in its packets; null: none, or as for `online`',
      says_identifier: 'The NAS-Identifier in its packets; null: none, or as for `online`',
      coa_name:
        'What Disconnect and CoA name it by since it refused its own name: its identifier, or nothing; null: it did not',
    },
    'nas.onboard, nas.script': {
      server: 'The address of this server in the configuration; `<server>`: not known',
      scripts: 'The configuration to paste, in one or more places',
      todo: 'What is left to do by hand, a sentence each',
    },
    'nas.onboard': {
      seen: 'What was seen of the NAS, at most a minute old',
      faults: 'What is wrong with the NAS',
    },
    scripts: { place: 'Where to paste it', text: 'What to paste' },
    seen: {
      auth: 'When the last log-in request came; null: none yet',
      acct: 'When the last accounting came; null: none yet',
      interim: 'When the last Interim-Update came; null: none yet',
      coa: 'When it last answered a Disconnect- or CoA-Request, to the minute; null: not yet',
      gigawords: 'When the first Gigawords attribute came; null: none yet',
      message_authenticator: 'When the first log-in without EAP and with a Message-Authenticator came; null: none yet',
    },
    faults: {
      fault: 'What is wrong, in one word',
      problem: 'What is wrong, in a sentence',
      at: 'When the packet came that showed it; null: no single one did',
    },
    'nas.rate': {
      portal_url: 'The page where a blocked subscriber pays, for `redirect_attributes`',
      dl: 'The download rate in kbit/s; 0: no limit',
      ul: 'The upload rate in kbit/s; 0: no limit',
      burst: 'The burst of the rate',
      new_dl: 'The new download rate of an open session in kbit/s; 0: no limit',
      new_ul: 'The new upload rate of an open session in kbit/s; 0: no limit',
      attributes: 'The attributes of the Access-Accept about the rate',
      change_by: 'How an open session gets to the new rate',
      change_attributes: 'The attributes of the CoA-Request',
      redirect_attributes: 'The attributes that lead a blocked subscriber to the page, besides pool and address list',
    },
    'attributes, change_attributes, redirect_attributes': {
      name: 'The name of the attribute',
      value: 'The value of the attribute, as the NAS would read it',
    },
    proxy: {
      id: 'The id of the RADIUS proxy',
      ispid: 'The id of the ISP that the proxy belongs to; 0: the installation, for the NASes of all ISPs',
      name: 'The name of the RADIUS proxy',
      ip: 'The address from which the proxy sends, and at which it takes Disconnect and CoA',
      nases: 'The NASes behind the proxy',
      proxyname: 'The name of the RADIUS proxy',
      nas_identifier: 'The NAS-Identifier that the proxy names; null: none',
      nas_address: 'The NAS-IP-Address or NAS-IPv6-Address that the proxy names; null: none',
    },
  },
};
