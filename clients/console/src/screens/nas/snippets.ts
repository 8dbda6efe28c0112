/** What to type on the router. The shared secret is not readable, so its place is marked. */
export const SNIPPETS = {
  Mikrotik: (server: string, coa: number) =>
    [
      `/radius add service=ppp,dhcp address=${server} secret=<secret> timeout=3s`,
      '/ppp aaa set use-radius=yes accounting=yes interim-update=5m',
      `/radius incoming set accept=yes port=${coa}`,
    ].join('\n'),
  Cisco: (server: string, coa: number) =>
    [
      'aaa new-model',
      'radius server lastmile',
      ` address ipv4 ${server} auth-port 1812 acct-port 1813`,
      ' key <secret>',
      'aaa authentication ppp default group radius',
      'aaa authorization network default group radius',
      'aaa accounting network default start-stop group radius',
      'aaa accounting update periodic 5',
      'aaa server radius dynamic-author',
      ` client ${server} server-key <secret>`,
      ` port ${coa}`,
    ].join('\n'),
  Juniper: (server: string, coa: number) =>
    [
      `set access radius-server ${server} secret <secret> port 1812 accounting-port 1813`,
      `set access radius-server ${server} dynamic-request-port ${coa}`,
      'set access profile lastmile authentication-order radius',
      `set access profile lastmile radius authentication-server ${server}`,
      `set access profile lastmile radius accounting-server ${server}`,
      'set access profile lastmile accounting order radius',
      'set access profile lastmile accounting update-interval 10',
    ].join('\n'),
  Huawei: (server: string, _coa: number) =>
    [
      'radius-server group lastmile',
      ` radius-server authentication ${server} 1812`,
      ` radius-server accounting ${server} 1813`,
      ' radius-server shared-key-cipher <secret>',
      `radius-server authorization ${server} shared-key-cipher <secret> server-group lastmile`,
      'aaa',
      ' authentication-scheme lastmile',
      '  authentication-mode radius',
      ' accounting-scheme lastmile',
      '  accounting-mode radius',
      '  accounting interim interval 5',
    ].join('\n'),
  Nokia: (server: string, _coa: number) =>
    [
      '/configure router radius-server',
      `    server "lastmile" address ${server} secret <secret> create`,
      '        accept-coa',
      '    exit',
      '/configure subscriber-mgmt',
      '    radius-server-policy "lastmile" create',
      '        servers',
      '            router "Base"',
      '            server 1 name "lastmile"',
      '        exit',
      '    exit',
    ].join('\n'),
  Accel: (server: string, coa: number) =>
    [
      '[radius]',
      'nas-identifier=accel',
      `server=${server},<secret>,auth-port=1812,acct-port=1813`,
      `dae-server=0.0.0.0:${coa},<secret>`,
      'acct-interim-interval=300',
      '[shaper]',
      'attr=Filter-Id',
    ].join('\n'),
} as const;
