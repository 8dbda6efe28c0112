import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { fullInstant } from '../../ui/instant.ts';
import { PlainTable, type TableColumn } from '../../ui/paged-table.tsx';
import { Card } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Dim, Lines, Mono, Sentence } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { FileButton } from './file-button.tsx';
import { type Found, type Holder, MAX_HOLDERS, type Question } from './use-trace.ts';

export const totalOf = ({ holders }: Found): string => words.common.total(String(holders.length), holders.length);

/** The sessions that had the address. */
export function Holders({ found }: { found: Found }) {
  const { question, holders } = found;
  const w = words.trace;
  const may = useMay();
  const title = askedIn(question);
  return (
    <Card
      title={title}
      hint={totalOf(found)}
      actions={holders.length > 0 && may('customer.read') && <FileButton question={question} />}
    >
      {holders.length === 0 ? (
        <Empty icon="search" title={w.noneTitle} hint={w.noneHint} />
      ) : (
        <PlainTable label={title} rows={holders} keyOf={keyOf} columns={columns(holders, may('customer.read'))} />
      )}
      {holders.length === MAX_HOLDERS && <Text c="dimmed">{w.cut(MAX_HOLDERS)}</Text>}
    </Card>
  );
}

/** `203.0.113.9:40001 · 28 Nov 2026, 03:00:00`. */
function askedIn({ ip, port, at, from, upto }: Question): string {
  const begun = at ?? from;
  const time = [begun, upto].flatMap((each) => (each ? [fullInstant(each)] : [])).join(' – ');
  return `${port === undefined ? ip : `${ip}:${port}`} · ${time}`;
}

/** A session has a row for each time and each block of ports. */
const keyOf = ({ nasid, sessionid, starttime, ip, insideip, first_port }: Holder) =>
  [nasid, sessionid, starttime.getTime(), ip, insideip, first_port].join(' ');

function columns(holders: readonly Holder[], withNames: boolean): TableColumn<Holder>[] {
  const w = words.trace;
  const isTranslated = holders.some(({ first_port }) => first_port !== null);
  return [
    { title: w.subscriber, cell: (holder) => <Subscriber of={holder} /> },
    ...(withNames ? [{ title: w.customer, wide: true, cell: ({ customername }: Holder) => customername }] : []),
    { title: w.time, cell: (holder) => <Time of={holder} /> },
    { title: w.line, wide: true, cell: (holder) => <Line of={holder} /> },
    ...(isTranslated ? [{ title: w.inside, wide: true, cell: (holder: Holder) => <Inside of={holder} /> }] : []),
    { title: w.certainty, cell: (holder) => <Certainty of={holder} /> },
  ];
}

function Time({ of: { starttime, endtime } }: { of: Holder }) {
  return (
    <Stack gap={2}>
      <span>{fullInstant(starttime)} –</span>
      <span>{endtime ? fullInstant(endtime) : <Dim>{words.trace.stillOpen}</Dim>}</span>
    </Stack>
  );
}

/** Where it came from: the NAS, and the device. */
function Line({ of: { nasname, nasip, mac } }: { of: Holder }) {
  return (
    <Stack gap={2}>
      <span>{nasname ?? nasip}</span>
      {mac && <Mono>{mac}</Mono>}
    </Stack>
  );
}

function Subscriber({ of: { serviceid, username } }: { of: Holder }) {
  const may = useMay();
  if (serviceid === null || !may('service.read')) return username;
  return (
    <Link to={`/subscribers/${serviceid}`} search={{ tab: 'sessions' } as never}>
      {username}
    </Link>
  );
}

const LOOK: Readonly<Record<Holder['certainty'], string>> = {
  certain: 'Accept',
  probable: 'Reduced',
  ambiguous: 'Reject',
};

/** The node says why in English; in another language what it comes to, then that sentence for its times. */
function Certainty({ of: { certainty, why } }: { of: Holder }) {
  const w = words.trace;
  const own = w.meanings[certainty];
  return (
    <Stack gap={2}>
      <Status of={LOOK[certainty]} label={w.certainties[certainty]} />
      <Lines>
        {own && <Dim>{own} </Dim>}
        <Dim>
          <Sentence>{why}</Sentence>
        </Dim>
      </Lines>
    </Stack>
  );
}

function Inside({ of: { insideip, first_port, last_port } }: { of: Holder }) {
  return (
    <Stack gap={2}>
      <Mono>{insideip}</Mono>
      <Mono>
        {first_port}–{last_port}
      </Mono>
    </Stack>
  );
}
