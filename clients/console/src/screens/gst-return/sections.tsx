import { day } from '../../ui/day.ts';
import { money } from '../../ui/money.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Card } from '../../ui/screen.tsx';
import { Mono } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { Figures } from './figures.tsx';
import type { Gstr1Form } from './form.ts';
import { codesOf, documentsOf, issuedOf, sectionsOf, statesOf } from './rows.ts';

/** `27` stays if no state has it: the list may be older than the state. */
const stateName = (code: string): string => (words.gst.states as Readonly<Record<string, string>>)[code] ?? code;
const percent = (rate: number): string => `${rate} %`;

/** The parts of a return, as the form has them, in the words of people. */
export function Sections({ form }: { form: Gstr1Form }) {
  const w = words.gst;
  const state = { title: w.place, cell: ({ code }: { code: string }) => stateName(code) };
  const rate = { title: w.rate, end: true, cell: (row: { rate: number }) => percent(row.rate) };
  return (
    <>
      <Figures
        title={w.summary}
        hint={w.summaryHint}
        rows={sectionsOf(form)}
        columns={[
          { title: w.section, cell: ({ section }) => w.sections[section] },
          { title: w.documents, end: true, cell: ({ documents }) => documents !== undefined && count(documents) },
        ]}
      />
      <Figures
        title={w.codes}
        hint={w.codesHint}
        rows={codesOf(form)}
        columns={[
          { title: w.code, cell: ({ code }) => <Mono>{code}</Mono> },
          { title: w.suppliedTo, cell: ({ to }) => (to ? w.to[to] : w.to.everybody) },
          rate,
        ]}
      />
      <Figures title={w.consumers} hint={w.consumersHint} rows={statesOf(form)} columns={[state, rate]} />
      <Figures
        title={w.listed}
        hint={w.listedHint}
        rows={documentsOf(form)}
        columns={[
          { title: w.number, cell: ({ number }) => <Mono>{number}</Mono> },
          { title: w.date, cell: (row) => day(row.day) },
          { title: w.buyer, cell: ({ buyer }) => (buyer === undefined ? w.consumer : <Mono>{buyer}</Mono>) },
          { title: w.place, cell: ({ place }) => stateName(place) },
          { title: w.value, end: true, cell: ({ value }) => money(value) },
        ]}
      />
      <Issued form={form} />
    </>
  );
}

function Issued({ form }: { form: Gstr1Form }) {
  const w = words.gst;
  const rows = issuedOf(form);
  if (rows.length === 0) return null;
  return (
    <Card title={w.issued} hint={w.issuedHint}>
      <PlainTable
        label={w.issued}
        rows={rows}
        keyOf={({ from }) => from}
        columns={[
          { title: w.kind, cell: ({ isCredit }) => (isCredit ? w.creditNotes : w.invoices) },
          { title: w.firstNumber, cell: ({ from }) => <Mono>{from}</Mono> },
          { title: w.lastNumber, cell: ({ to }) => <Mono>{to}</Mono> },
          { title: w.documents, end: true, cell: (row) => count(row.count) },
        ]}
      />
    </Card>
  );
}
