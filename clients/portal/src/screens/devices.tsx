import { useState } from 'preact/hooks';
import { call, type Output } from '../api/call.ts';
import { Card, Fault, Read } from '../ui/parts.tsx';
import { usePlace } from '../ui/place.ts';
import { gigabytes, moment } from '../ui/texts.ts';
import { useAction } from '../ui/use-action.ts';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

export function Devices() {
  const { service } = usePlace();
  const reading = useRead('devices', { serviceid: service.serviceid });
  const { devices } = words;
  return (
    <Card title={devices.title}>
      <Read of={reading}>
        {(rows) => (
          <>
            {rows.length === 0 && <p class="quiet">{devices.none}</p>}
            <ul class="list">
              {rows.map((row) => (
                <Device key={row.id} of={row} />
              ))}
            </ul>
          </>
        )}
      </Read>
    </Card>
  );
}

function Device({ of }: { readonly of: Output<'devices'>[number] }) {
  const { serviceid } = usePlace().service;
  const { run, isBusy, fault } = useAction();
  const [isDone, setDone] = useState(false);
  const { devices, usage } = words;
  const name = of.mac ?? devices.unknown;
  const disconnect = async () => setDone(await run(() => call('disconnect', { serviceid, id: of.id })));
  return (
    <li>
      <div class="row">
        <span>
          {name}
          <br />
          <span class="quiet">
            {of.ip && `${of.ip}, `}
            {of.ip6 && `${of.ip6}, `}
            {devices.since(moment(of.since))}
            <br />
            {usage.down} {gigabytes(Number(of.dl_mb) / 1024)}, {usage.up} {gigabytes(Number(of.ul_mb) / 1024)}
          </span>
        </span>
        {!isDone && (
          <button
            type="button"
            aria-label={devices.disconnectNamed(name)}
            aria-busy={isBusy}
            onClick={() => void disconnect()}
          >
            {devices.disconnect}
          </button>
        )}
      </div>
      <p role="status">{isDone ? devices.done : ''}</p>
      <Fault text={fault} />
    </li>
  );
}
