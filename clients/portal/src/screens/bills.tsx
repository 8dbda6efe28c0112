import type { ComponentChildren } from 'preact';
import { call, type Input } from '../api/call.ts';
import { Card, Fault, Read } from '../ui/parts.tsx';
import { usePlace } from '../ui/place.ts';
import { day, isBelow0, money } from '../ui/texts.ts';
import { useAction } from '../ui/use-action.ts';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

export function Bills() {
  const { service, overview } = usePlace();
  const { currency } = overview.isp;
  const reading = useRead('bills', { serviceid: service.serviceid });
  const { bills } = words;
  return (
    <Read of={reading}>
      {({ invoices, payments, adjustments }) => (
        <>
          <Card title={bills.invoices}>
            {invoices.length === 0 && <p class="quiet">{bills.noInvoices}</p>}
            <ul class="list">
              {invoices.map(({ id, document_no, issued_on, due_on, total, paid }) => (
                <Bill key={id} of={{ kind: 'invoice', id }} name={document_no} amount={money(total, currency)}>
                  {day(issued_on)}, {isBelow0(total) ? bills.creditNote : paid ? bills.paid : bills.due(day(due_on))}
                </Bill>
              ))}
            </ul>
          </Card>
          <Card title={bills.payments}>
            {payments.length === 0 && <p class="quiet">{bills.noPayments}</p>}
            <ul class="list">
              {payments.map(({ id, payment_date, amt, mode, cancelled }) => (
                <Bill key={id} of={{ kind: 'receipt', id }} name={bills.receipt(id)} amount={money(amt, currency)}>
                  {day(payment_date)}, {cancelled ? bills.cancelled : (bills.modes[mode] ?? mode)}
                </Bill>
              ))}
            </ul>
          </Card>
          {adjustments.length > 0 && (
            <Card title={bills.adjustments}>
              <ul class="list">
                {adjustments.map(({ id, posted_on, kind, description, amt }) => (
                  <li key={id} class="row">
                    <span>
                      {bills.kinds[kind]}
                      <br />
                      <span class="quiet">
                        {day(posted_on)}
                        {kind === 'Debit' || kind === 'Credit' ? `, ${description}` : ''}
                      </span>
                    </span>
                    <span class="end">{money(amt, currency)}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
    </Read>
  );
}

interface BillProps {
  readonly of: Input<'file'>;
  readonly name: string;
  readonly amount: string;
  readonly children: ComponentChildren;
}

function Bill({ of, name, amount, children }: BillProps) {
  const { run, isBusy, fault } = useAction();
  return (
    <li>
      <div class="row">
        <span>
          {name}
          <br />
          <span class="quiet">{children}</span>
        </span>
        <span class="end">
          {amount}
          <button
            type="button"
            aria-label={words.bills.download(name)}
            aria-busy={isBusy}
            onClick={() => void run(() => save(of))}
          >
            {words.bills.pdf}
          </button>
        </span>
      </div>
      <Fault text={fault} />
    </li>
  );
}

/** How long a browser may take to begin the download. */
const KEPT_MS = 60_000;

async function save(of: Input<'file'>): Promise<void> {
  const { filename, base64 } = await call('file', of);
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
