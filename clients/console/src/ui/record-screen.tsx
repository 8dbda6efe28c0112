import { Button, Group } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { Path } from '../api/client.ts';
import { type Permission, useMay } from '../api/session.ts';
import { words } from '../words/words.ts';
import { AskDialog } from './ask-dialog.tsx';
import { useOwnerFields } from './choices.ts';
import { DetailsDrawer } from './details-drawer.tsx';
import { Facts } from './facts.tsx';
import { type Beside, FormDialog } from './form-dialog.tsx';
import { type FieldSpec, filledIn } from './form-fields.ts';
import { Icon } from './icons.tsx';
import { ListScreen, type ListSpec } from './list-screen.tsx';

/** A kind of records as data: the list, the details of one, and the forms that add, change and delete one. */
export interface RecordSpec<R> {
  readonly list: ListSpec<R>;
  /** Without it records can only be looked at. */
  readonly write: Permission;
  readonly name: (row: R) => string;
  /** Below the fields of both forms. */
  readonly beside?: ComponentType<Beside>;
  readonly facts: (row: R) => readonly (readonly [string, ReactNode])[];
  readonly add?: {
    readonly path: Path;
    readonly title: string;
    /** Asked for each time the form opens, since it may begin with a new secret. */
    readonly fields: () => readonly FieldSpec[];
    /** With what the node answers, such as a secret that is shown once. */
    readonly onDone?: (answer: unknown) => void;
  };
  readonly edit?: {
    readonly path: Path;
    readonly title: string;
    readonly fields: (row: R) => readonly FieldSpec[];
    /** For a call that gives all details: every field is sent, and these parameters that name the record. */
    readonly whole?: (row: R) => Readonly<Record<string, unknown>>;
  };
  readonly remove?: { readonly path: Path; readonly title: string; readonly lead: string };
  /** What else a record has. `isWritable`: the caller may change it. */
  readonly more?: (row: R, place: { readonly isWritable: boolean; readonly close: () => void }) => ReactNode;
}

interface RecordScreenProps<R> {
  readonly spec: RecordSpec<R>;
  readonly children?: ReactNode;
}

/** A screen for a kind of records that is only data. */
export function RecordScreen<R extends { readonly id: number }>({ spec, children }: RecordScreenProps<R>) {
  const may = useMay();
  const [row, setRow] = useState<R>();
  const [isAdding, setAdding] = useState(false);
  const { list, add, write } = spec;
  const button = add && may(write) && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {add.title}
    </Button>
  );
  return (
    <ListScreen spec={list} onOpen={setRow} actions={button || null}>
      {row && <Details spec={spec} row={row} onClose={() => setRow(undefined)} />}
      {isAdding && add && <Adding add={add} beside={spec.beside} onClose={() => setAdding(false)} />}
      {children}
    </ListScreen>
  );
}

interface AddingProps<R> {
  readonly add: NonNullable<RecordSpec<R>['add']>;
  readonly beside: RecordSpec<R>['beside'];
  readonly onClose: () => void;
}

function Adding<R>({ add: { path, title, fields: begin, onDone }, beside, onClose }: AddingProps<R>) {
  const [fields] = useState(begin);
  const owner = useOwnerFields(path);
  const [first = '', ...rest] = fields;
  const done = (answer: unknown) => {
    onClose();
    onDone?.(answer);
  };
  return (
    <FormDialog
      path={path}
      title={title}
      fields={[first, ...owner.fields, ...rest]}
      fixed={owner.fixed}
      beside={beside}
      onClose={onClose}
      onDone={done}
    />
  );
}

interface DetailsProps<R> {
  readonly spec: RecordSpec<R>;
  readonly row: R;
  readonly onClose: () => void;
}

function Details<R extends { readonly id: number }>({ spec, row, onClose }: DetailsProps<R>) {
  const isWritable = useMay()(spec.write);
  return (
    <DetailsDrawer title={spec.name(row)} onClose={onClose}>
      <Facts facts={spec.facts(row)} />
      {isWritable && <Changes spec={spec} row={row} onClose={onClose} />}
      {spec.more?.(row, { isWritable, close: onClose })}
    </DetailsDrawer>
  );
}

function Changes<R extends { readonly id: number }>({ spec, row, onClose }: DetailsProps<R>) {
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const { edit, remove, name } = spec;
  const common = { onClose: () => setOpen(undefined), onDone: onClose };
  return (
    <Group>
      {edit && (
        <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
          {words.common.edit}
        </Button>
      )}
      {remove && (
        <Button variant="subtle" color="red" onClick={() => setOpen('remove')}>
          {words.common.remove}
        </Button>
      )}
      {open === 'edit' && edit && (
        <FormDialog
          {...common}
          path={edit.path}
          title={edit.title}
          {...(edit.whole
            ? { fields: filledIn(edit.fields(row), row), fixed: edit.whole(row), confirm: words.common.save }
            : { fields: edit.fields(row), fixed: { id: row.id }, stored: row })}
          beside={spec.beside}
        />
      )}
      {open === 'remove' && remove && (
        <AskDialog
          {...common}
          path={remove.path}
          input={{ id: row.id } as never}
          title={`${remove.title}: ${name(row)}`}
          lead={remove.lead}
          confirm={words.common.remove}
          isFinal
        />
      )}
    </Group>
  );
}
