import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { words } from '../../words/words.ts';
import type { Visit } from './kept-visits.ts';
import type { Move } from './unsent.ts';
import { LEAD_REPORTS, NEED_REASON } from './workflow.ts';

export interface Finishing {
  readonly visit: Visit;
  readonly state: 'Done' | 'Failed';
}

interface FinishProps extends Finishing {
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

type Typed = Readonly<Record<'report' | 'reason' | 'outcome' | 'mac' | 'serial' | 'optical_dbm', string>>;

/** What was done, or why it could not be. The usual choice is preselected, so one more tap sends it. */
export function Finish({ visit, state, onMove, onClose }: FinishProps) {
  const w = words.visits;
  const reports = (state === 'Done' && LEAD_REPORTS[visit.lead_status ?? '']) || [];
  const [typed, setTyped] = useState<Typed>({
    ...{ report: reports[0] ?? '', reason: '', outcome: '', mac: '', serial: visit.serial ?? '' },
    optical_dbm: visit.optical_dbm ?? '',
  });
  const [shown, setShown] = useState<Partial<Typed>>({});
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value });
  const needsReason = state === 'Failed' || NEED_REASON.includes(typed.report);
  const submit = () => {
    const faults = faultsOf(typed, needsReason);
    setShown(faults);
    if (Object.keys(faults).length === 0) onMove(moveOf(state, typed, needsReason));
  };
  const text = (name: Exclude<keyof Typed, 'report'>, label: string) => (
    <TextInput
      label={label}
      value={typed[name]}
      error={shown[name]}
      onChange={({ currentTarget }) => set(name)(currentTarget.value)}
    />
  );
  return (
    <Dialog onClose={onClose} title={`${w.moves[state]}: ${visit.name ?? w.stranger}`}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {reports.length > 0 && (
            <Select
              label={w.report}
              data={reports.map((value) => ({ value, label: w.reports[value as keyof typeof w.reports] }))}
              value={typed.report}
              allowDeselect={false}
              onChange={(value) => set('report')(value ?? '')}
            />
          )}
          {needsReason && text('reason', words.fields.reason)}
          {state === 'Done' && (
            <>
              <Textarea
                label={w.outcome}
                value={typed.outcome}
                autosize
                onChange={({ currentTarget }) => set('outcome')(currentTarget.value)}
              />
              {text('mac', words.fields.mac)}
              {text('serial', words.fields.serial)}
              {text('optical_dbm', words.fields.optical_dbm)}
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit">{words.tickets.send}</Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** What the node would refuse when the technician has left. */
function faultsOf({ reason, mac, optical_dbm }: Typed, needsReason: boolean): Partial<Typed> {
  const w = words.visits;
  const digits = mac.replace(/[\s:.-]/g, '');
  const dbm = Number(optical_dbm);
  return {
    ...(needsReason && reason.trim() === '' ? { reason: words.common.required } : {}),
    ...(digits === '' || /^[0-9a-f]{12}$/i.test(digits) ? {} : { mac: w.badMac }),
    ...(/^(-?\d{1,2}(\.\d{1,2})?)?$/.test(optical_dbm.trim()) && dbm >= -60 && dbm <= 20
      ? {}
      : { optical_dbm: w.badPower }),
  };
}

function moveOf(state: Finishing['state'], typed: Typed, needsReason: boolean): Move {
  const { reason, report, mac, ...rest } = typed;
  const given = {
    ...(needsReason ? { reason } : {}),
    ...(state === 'Done' ? { report, mac: mac.replace(/\s/g, ''), ...rest } : {}),
  };
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
  return { state, ...Object.fromEntries(filled.map(([name, value]) => [name, value.trim()])) } as Move;
}
