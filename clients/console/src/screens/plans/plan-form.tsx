import { useCallback } from 'react';
import { useMay, useMe } from '../../api/session.ts';
import { NAS_POOLS, useOwners } from '../../ui/choices.ts';
import { type Beside, FormDialog } from '../../ui/form-dialog.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { words } from '../../words/words.ts';
import type { Plan, Subplan } from './plan.ts';
import { PriceChange } from './price-change.tsx';
import { Touched } from './touched.tsx';

const LEVELS = [1, 2, 3] as const;

/** The fields of a level. */
function levelFields(level: 1 | 2 | 3, mayChoosePool: boolean): FieldSpec[] {
  const name = (field: string) => `bw${level}_${field}`;
  return [
    { name: name('gb'), section: words.plans.level(level), ...(level === 1 ? {} : { hint: '' }) },
    name('burst'),
    name('dl'),
    name('ul'),
    ...(mayChoosePool ? [{ name: name('pool'), label: words.plans.pool, source: NAS_POOLS, hint: '' }] : []),
  ];
}

interface PlanFormProps {
  /** Undefined: a new one. */
  readonly plan?: Plan;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** A new plan, or changes of one. */
export function PlanForm({ plan, onClose, onDone }: PlanFormProps) {
  const w = words.plans;
  const { reseller } = useMe();
  const mayChoosePool = useMay()('pool.read');
  const owners = useOwners();
  const fields: FieldSpec[] = [
    'name',
    ...(owners && !plan ? [{ name: 'resellerid', source: owners, initial: '0', required: true }] : []),
    { name: 'plan_period', ...(plan ? {} : { initial: '1' }) },
    { name: 'plan_period_unit', ...(plan ? {} : { initial: 'Month' }) },
    { name: 'protocol', ...(plan ? {} : { initial: 'PPPoE' }) },
    { name: 'connectivity', ...(plan ? {} : { initial: 'Fibre' }) },
    { name: 'bw_mgmt', ...(plan ? {} : { initial: 'Radius' }) },
    'enabled',
    'data_carryover',
    'hide_bw_limit',
    { name: 'session_limit', ...(plan ? {} : { initial: '1' }) },
    'time_limit_min',
    ...LEVELS.flatMap((level) => levelFields(level, mayChoosePool)),
  ];
  const common = { fields, onClose, ...(onDone ? { onDone } : {}) };
  if (!plan)
    return (
      <FormDialog
        {...common}
        path="plan.create"
        title={w.add}
        fixed={reseller ? { resellerid: reseller.resellerid } : {}}
      />
    );
  return (
    <FormDialog {...common} path="plan.update" title={w.edit} stored={plan} fixed={{ id: plan.id }}>
      <Touched filters={{ planid: plan.id }} sentence={w.touches} />
    </FormDialog>
  );
}

const SUBPLAN = ['name', 'units', 'charge1', 'amt1', 'charge2', 'amt2', 'charge3', 'amt3', 'portal'];

interface SubplanFormProps {
  readonly planid: number;
  readonly subplan: Subplan | undefined;
  readonly onClose: () => void;
}

/** A new duration of a plan with its prices, or changes of one. */
export function SubplanForm({ planid, subplan, onClose }: SubplanFormProps) {
  if (subplan) return <EditSubplan subplan={subplan} onClose={onClose} />;
  return (
    <FormDialog
      path="plan.subplan_create"
      title={words.plans.addSubplan}
      fixed={{ planid }}
      fields={SUBPLAN.map((name) => (name === 'units' ? { name, initial: '1' } : name))}
      onClose={onClose}
    />
  );
}

function EditSubplan({ subplan, onClose }: { subplan: Subplan; onClose: () => void }) {
  const w = words.plans;
  const { id } = subplan;
  const price = useCallback(({ written }: Beside) => <PriceChange subplan={subplan} written={written} />, [subplan]);
  return (
    <FormDialog
      path="plan.subplan_update"
      title={`${w.editSubplan}: ${subplan.name}`}
      stored={subplan}
      fixed={{ id }}
      fields={SUBPLAN}
      beside={price}
      onClose={onClose}
    >
      <Touched filters={{ subplanid: id }} sentence={w.touchesPrice} />
    </FormDialog>
  );
}
