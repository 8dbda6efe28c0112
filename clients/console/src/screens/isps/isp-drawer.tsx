import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';
import { FIELDS } from './add-isp.tsx';
import { CreditsDialog } from './credits-dialog.tsx';
import type { Isp } from './isp.ts';

/** An ISP and its credits. */
export function IspDrawer({ isp, onClose }: { isp: Isp; onClose: () => void }) {
  const w = words.isps;
  const may = useMay();
  const [open, setOpen] = useState<'edit' | 'credits'>();
  const close = () => setOpen(undefined);
  const credits = isp.usage_credits ?? '0';
  return (
    <DetailsDrawer title={isp.name} onClose={onClose}>
      <Facts
        facts={[
          [w.code, isp.code],
          [w.mobile, isp.mobile],
          [w.email, isp.email],
          [w.country, isp.country],
          [w.credits, isp.enable_usage_limit ? credits : <Text key="none">{w.noCredits}</Text>],
        ]}
      />
      <Group>
        <Button leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
          {words.common.edit}
        </Button>
        {may('credits.write') && isp.enable_usage_limit && (
          <Button variant="default" onClick={() => setOpen('credits')}>
            {w.grant}
          </Button>
        )}
      </Group>
      {open === 'edit' && (
        <FormDialog
          path="isp.update"
          title={w.edit}
          stored={isp}
          fixed={{ ispid: isp.id }}
          fields={FIELDS}
          onClose={close}
          onDone={onClose}
        />
      )}
      {open === 'credits' && <CreditsDialog isp={isp} onClose={close} onDone={onClose} />}
    </DetailsDrawer>
  );
}
