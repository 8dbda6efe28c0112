import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { alertSentence } from '../../ui/alerts.ts';
import { shortSince } from '../../ui/short-since.ts';
import { Status } from '../../ui/status.tsx';
import { count, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import type { Node } from './groups.ts';
import classes from './network.module.css';

/** NASes of a location, each with its state, what it carries, and its alert. */
export function NasRows({ label, nases }: { label: string; nases: readonly Node[] }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {nases.map((nas) => (
        <li key={nas.id} className={classes.row}>
          <Link to="/nas" search={{ nas: String(nas.id) } as never} className={classes.name}>
            {nas.name}
          </Link>
          <NodeState of={nas} />
          <Figures of={nas} />
          <OpenAlert of={nas} />
        </li>
      ))}
    </ul>
  );
}

function NodeState({ of: { silent, auth_heard_at, acct_heard_at } }: { of: Node }) {
  const w = words.nas;
  if (silent && acct_heard_at) return <Status of="Silent" label={w.silent(shortSince(acct_heard_at))} />;
  return auth_heard_at || acct_heard_at ? (
    <Status of="Heard" label={w.well} />
  ) : (
    <Status of="offline" label={w.unheard} />
  );
}

/** Unknown to a reseller of a NAS that its ISP shares. */
function Figures({ of: { online, dl, ul } }: { of: Node }) {
  const w = words.networkNow;
  if (online === null || dl === null || ul === null) return null;
  return (
    <span className={classes.figures}>
      <span>{w.sessions(count(online), online)}</span>
      <Rate name={w.down} arrow="↓" kbps={dl} />
      <Rate name={w.up} arrow="↑" kbps={ul} />
    </span>
  );
}

function Rate({ name, arrow, kbps }: { name: string; arrow: string; kbps: number }) {
  return (
    <span title={name}>
      <span aria-hidden="true">{arrow}</span>
      <VisuallyHidden>{name}</VisuallyHidden> {speed(kbps)}
    </span>
  );
}

function OpenAlert({ of: { name, alert, alerts } }: { of: Node }) {
  const w = words.networkNow;
  if (!alert) return null;
  const told = { ...alert, nasname: name, pool_name: null, full_on: null };
  const more = alerts - 1;
  return (
    <span className={classes.alert}>
      <Link to="/alerts" search={{ open: 'yes', alert: String(alert.id) } as never}>
        {alertSentence(told)}
      </Link>
      {more > 0 && ` · ${more === 1 ? w.oneMore : w.more(count(more))}`}
    </span>
  );
}
