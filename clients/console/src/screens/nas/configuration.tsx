import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { TrafficGraph } from '../../ui/traffic-graph.tsx';
import { words } from '../../words/words.ts';
import { Heard } from './heard.tsx';
import { EditNas } from './nas-form.tsx';
import { Onboarding } from './onboarding.tsx';
import { RouterSection } from './router.tsx';
import { Silence } from './silence.tsx';

interface ConfigurationProps {
  readonly nas: { readonly id: number };
  readonly onClose: () => void;
}

/** A NAS: how to configure it, for its owner; whether it is heard; and what can be done with it. */
export function Configuration({ nas, onClose }: ConfigurationProps) {
  const { reseller } = useMe();
  const isOwn = (one: Row<'nas.list'>) => !reseller || reseller.resellerid === one.resellerid;
  const record = useQuery(askRows('nas.list', { id: nas.id }));
  const [first] = record.data ?? [];
  const title = first ? `${first.name} · ${first.ip}` : words.nas.configuration;
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Silence id={nas.id} />
      <Answer of={record}>
        {([one]) =>
          one && (
            <Stack gap="sm">
              {isOwn(one) ? (
                <>
                  <Onboarding nas={one} />
                  <TrafficGraph path="nas.traffic" input={{ id: nas.id }} />
                  <RouterSection nas={one} />
                </>
              ) : (
                <Heard id={nas.id} />
              )}
              <Buttons nas={one} onClose={onClose} />
            </Stack>
          )
        }
      </Answer>
    </Dialog>
  );
}

interface ButtonsProps {
  readonly nas: Row<'nas.list'>;
  readonly onClose: () => void;
}

function Buttons({ nas, onClose }: ButtonsProps) {
  const w = words.nas;
  const may = useMay();
  const { reseller } = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <Group justify="flex-end">
      {may('nas.write') && (
        <>
          <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
            {words.common.remove}
          </Button>
          <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
            {words.common.edit}
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="signal" size={16} />}
        onClick={() => void navigate({ to: '/sessions', search: { nasip: nas.ip } as never })}
      >
        {words.sessions.title}
      </Button>
      {!reseller && (
        <Button
          variant="default"
          onClick={() => void navigate({ to: '/nas/nat', search: { nasid: String(nas.id) } as never })}
        >
          {words.nat.title}
        </Button>
      )}
      {open === 'edit' && <EditNas nas={nas} onClose={close} onDone={onClose} />}
      {open === 'delete' && (
        <AskDialog
          path="nas.delete"
          input={{ id: nas.id }}
          title={`${w.remove}: ${nas.name}`}
          lead={w.removeLead}
          confirm={words.common.remove}
          isFinal
          onClose={close}
          onDone={onClose}
        />
      )}
    </Group>
  );
}
