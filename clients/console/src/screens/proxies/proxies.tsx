import type { Row } from '../../api/client.ts';
import { startingWith } from '../../ui/filters.ts';
import { newSecret } from '../../ui/new-secret.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Mono, Strong } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { UnknownNases } from './unknown-nases.tsx';

type Proxy = Row<'proxy.list'>;

const SECRET_LENGTH = 20;

function proxies(): RecordSpec<Proxy> {
  const w = words.proxies;
  return {
    write: 'proxy.write',
    name: ({ name, ip }) => `${name} · ${ip}`,
    facts: (row) => [
      [w.ip, <Mono key="ip">{row.ip}</Mono>],
      [w.coaPort, String(row.coa_port)],
      [w.tls, row.tls_identity && <Mono key="tls">{row.tls_identity}</Mono>],
      [w.nases, count(row.nases)],
      [w.description, row.description],
    ],
    add: {
      path: 'proxy.create',
      title: w.add,
      fields: () => [
        ...['name', 'ip'],
        { name: 'secret', initial: newSecret(SECRET_LENGTH), plain: true },
        ...['coa_port', 'tls_identity', 'description'],
      ],
    },
    edit: {
      path: 'proxy.update',
      title: w.edit,
      fields: () => [
        ...['name', 'ip'],
        { name: 'secret', hint: words.nas.keepSecret },
        ...['coa_port', 'tls_identity', 'description'],
      ],
    },
    remove: { path: 'proxy.delete', title: w.remove, lead: w.removeLead },
    list: {
      title: w.title,
      path: 'proxy.list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'name', title: w.name, width: 150, rank: 0, cell: ({ name }) => <Strong>{name}</Strong> },
        { key: 'ip', title: w.ip, width: 140, rank: 0, cell: ({ ip }) => <Mono>{ip}</Mono> },
        { key: 'nases', title: w.nases, width: 80, end: true, rank: 0, cell: ({ nases }) => count(nases) },
        { key: 'coa_port', title: w.coaPort, width: 100, end: true, rank: 3, cell: ({ coa_port }) => coa_port },
        {
          ...{ key: 'tls_identity', title: w.tls, width: 220, grow: 1.4, rank: 2 },
          cell: ({ tls_identity }) => tls_identity && <Mono>{tls_identity}</Mono>,
        },
        { key: 'description', title: w.description, width: 160, rank: 4, cell: ({ description }) => description },
      ],
      narrow: (row) => ({ title: row.name, detail: row.ip, end: count(row.nases), endDetail: w.nases }),
      filters: [
        { key: 'name', label: w.name, kind: 'text', pinned: true, toInput: startingWith('name') },
        { key: 'ip', label: w.ip, kind: 'text', pinned: true },
      ],
    },
  };
}

/** RADIUS proxies in front of NASes. */
export const Proxies = () => (
  <RecordScreen spec={proxies()}>
    <UnknownNases />
  </RecordScreen>
);
