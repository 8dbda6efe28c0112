import { lines, type OnboardingFacts, plain, type Script } from './facts.ts';

/** For a NAS that speaks no RadSec itself: a radsecproxy beside it, which has the certificate. */
export function radsecproxy({ server, nasIp, radSecPort }: OnboardingFacts, secret: string): Script {
  const text = lines(
    'ListenUDP *:1812',
    'ListenUDP *:1813',
    'tls lastmile {',
    '    CACertificateFile /etc/radsecproxy/ca.pem',
    '    CertificateFile /etc/radsecproxy/nas.pem',
    '    CertificateKeyFile /etc/radsecproxy/nas.key',
    '}',
    `client ${nasIp} {`,
    '    type udp',
    `    secret ${plain(secret) ?? '<secret>'}`,
    '}',
    'server lastmile {',
    `    host ${server}`,
    `    port ${radSecPort ?? 2083}`,
    '    type tls',
    '    tls lastmile',
    '    secret radsec',
    '    StatusServer on',
    '}',
    'realm * {',
    '    server lastmile',
    '    accountingServer lastmile',
    '}',
  );
  return { place: 'radsecproxy.conf', text };
}
