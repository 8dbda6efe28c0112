import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { CountButtons } from '../../ui/count-buttons.tsx';
import { Answer, Empty } from '../../ui/empty.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { count, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { groupsOf, isTroubled, type Network, type Node, sumOf } from './groups.ts';
import { NasRows } from './nas-rows.tsx';
import classes from './network.module.css';
import { NetworkPlan } from './plan.tsx';

/** Shows each NAS by its location, what it carries and what is wrong. The screen “NAS” configures them. */
export function NetworkScreen() {
  const w = words.networkNow;
  const network = useQuery({ ...ask('nas.network', {}), refetchInterval: LIVE_MS });
  return (
    <Screen title={w.title} hint={network.data && totalsOf(network.data)}>
      <Answer of={network} lines={8}>
        {(shown) =>
          shown.count === 0 ? (
            <Empty icon="router" title={w.emptyTitle} hint={w.emptyHint} />
          ) : (
            <Shown network={shown} />
          )
        }
      </Answer>
    </Screen>
  );
}

function totalsOf({ nases, count: all }: Network): string {
  const w = words.networkNow;
  const silent = nases.filter((nas) => nas.silent).length;
  const online = sumOf(nases, 'online');
  return [
    w.nases(count(all), all),
    ...(silent > 0 ? [w.silent(count(silent))] : []),
    w.sessions(count(online), online),
    `↓ ${speed(sumOf(nases, 'dl'))}`,
    `↑ ${speed(sumOf(nases, 'ul'))}`,
  ].join(' · ');
}

function Shown({ network: { nases, count: all } }: { network: Network }) {
  const w = words.networkNow;
  const [{ only }, set] = useAddress();
  const troubled = nases.filter(isTroubled);
  const isPlaced = nases.some(({ latitude }) => latitude !== null);
  const isNarrow = only === 'problems';
  return (
    <>
      <CountButtons
        label={w.onlyProblems}
        counts={[['problems', `${w.onlyProblems}: ${count(troubled.length)}`]]}
        chosen={only}
        onChoose={(chosen) => set({ only: chosen })}
      />
      {all > nases.length && <Text c="dimmed">{w.cut(count(nases.length), count(all))}</Text>}
      <div className={classes.parts} data-plan={isPlaced || undefined}>
        <div className={classes.groups}>
          {isNarrow && troubled.length === 0 && <Text c="dimmed">{w.noProblems}</Text>}
          <Groups nases={isNarrow ? troubled : nases} />
        </div>
        {isPlaced && (
          <div className={classes.beside}>
            <NetworkPlan nases={nases} />
          </div>
        )}
      </div>
    </>
  );
}

const Groups = ({ nases }: { nases: readonly Node[] }) =>
  groupsOf(nases, words.networkNow.nowhere).map(({ key, name, nases: of, online }) => (
    <Card
      key={key}
      title={name}
      hint={[
        words.networkNow.nases(count(of.length), of.length),
        words.networkNow.sessions(count(online), online),
      ].join(' · ')}
    >
      <NasRows label={name} nases={of} />
    </Card>
  ));
