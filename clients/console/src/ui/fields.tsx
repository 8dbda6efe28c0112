import {
  MultiSelect,
  PasswordInput,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import type { DrawnField } from './form-fields.ts';
import { SearchMultiSelect } from './search-multi-select.tsx';
import { SearchSelect } from './search-select.tsx';
import { TheirValue } from './their-value.tsx';
import type { Form } from './use-form.ts';
import { Was } from './was.tsx';

interface FieldsProps {
  readonly form: Form;
  readonly error: unknown;
  /** Not all of them. */
  readonly only?: readonly string[];
}

const LINE = { gridColumn: '1 / -1' };

/** The fields of a form, two beside each other where there is room. */
export function Fields({ form, error, only }: FieldsProps) {
  const faults = form.faultsOf(error).fields;
  const fields = only ? form.fields.filter(({ name }) => only.includes(name)) : form.fields;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {fields.map((field, at) => (
        <Placed key={field.name} section={field.section}>
          <div {...(field.wide ? { style: LINE } : {})}>
            <Field
              field={field}
              value={form.values[field.name] ?? ''}
              error={faults[field.name]}
              isFirst={at === 0}
              onChange={(text) => form.set(field.name, text)}
            />
            <Was form={form} field={field} />
            <Meanwhile form={form} field={field} />
          </div>
        </Placed>
      ))}
    </SimpleGrid>
  );
}

function Meanwhile({ form, field }: { form: Form; field: DrawnField }) {
  const value = form.theirs[field.name];
  if (!value) return null;
  return <TheirValue field={field} value={value} onChoose={(side) => form.choose(field.name, side)} />;
}

/** A heading takes a line of its own. */
function Placed({ section, children }: { section: string | undefined; children: ReactNode }) {
  return (
    <>
      {section && (
        <Text component="h3" fw={600} mt="xs" style={LINE}>
          {section}
        </Text>
      )}
      {children}
    </>
  );
}

/** Choices that are found faster by typing. */
const MANY = 8;

interface FieldProps {
  readonly field: DrawnField;
  readonly value: string;
  readonly error: string | undefined;
  readonly isFirst?: boolean;
  readonly onChange: (text: string) => void;
}

/** One field, drawn by its kind. */
function Field({ field, value, error, isFirst, onChange }: FieldProps) {
  const { label, kind, choices, source, optional, hint } = field;
  const common = {
    label,
    error,
    description: hint,
    required: !optional && kind !== 'flag',
    withAsterisk: false,
    'data-autofocus': isFirst || undefined,
    ...(optional ? { placeholder: words.common.optional } : {}),
  };
  const several = {
    value: value === '' ? [] : value.split(','),
    onChange: (list: string[]) => onChange(list.join(',')),
  };
  if (source && kind === 'numbers')
    return <SearchMultiSelect {...common} {...several} required={false} source={source} />;
  if (source)
    return (
      <SearchSelect {...common} source={source} value={value} onChange={onChange} isOptional={optional ?? false} />
    );
  // A form that opens with its first field focused shows itself, and not a list over it.
  const searching = { searchable: (choices?.length ?? 0) > MANY, openOnFocus: false };
  switch (kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          description={hint}
          error={error}
          checked={value === 'yes'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'yes' : '')}
          mt={{ base: 4, sm: 28 }}
        />
      );
    case 'many':
    case 'numbers':
    case 'texts':
      return choices ? (
        <MultiSelect {...common} {...several} data={[...choices]} required={false} {...searching} />
      ) : (
        <TagsInput {...common} {...several} required={false} />
      );
    case 'long':
    case 'secret':
      return <Typed field={field} common={common} value={value} onChange={onChange} />;
    default:
      return choices ? (
        <Select
          {...common}
          data={[...choices]}
          value={value || null}
          onChange={(text) => onChange(text ?? '')}
          {...searching}
          allowDeselect={optional ?? false}
        />
      ) : (
        <Typed field={field} common={common} value={value} onChange={onChange} />
      );
  }
}

interface TypedProps {
  readonly field: DrawnField;
  readonly common: object;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const MODES: Readonly<Record<string, 'numeric' | 'decimal'>> = { number: 'numeric', amount: 'decimal' };
const TYPES: Readonly<Record<string, string>> = { day: 'date', time: 'datetime-local' };

/** What is typed. Figures too: number fields make floats of them. */
function Typed({ field: { kind, max, plain }, common, value, onChange }: TypedProps) {
  const text = {
    ...common,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    ...(max !== undefined && kind !== 'number' ? { maxLength: max } : {}),
  };
  if (kind === 'secret' && !plain) return <PasswordInput {...text} autoComplete="new-password" />;
  if (kind === 'long') return <Textarea {...text} autosize minRows={2} />;
  return <TextInput {...text} type={TYPES[kind] ?? 'text'} inputMode={MODES[kind] ?? 'text'} autoComplete="off" />;
}
