import { badParameter } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';

/** How a bank names money: the number and the day of a cheque, a draft or an advice, and the bank. */
export const bankReference = {
  ref_no: wire.text(64).optional(),
  ref_date: wire.ymd().optional(),
  ref_bank: wire.text(100).optional(),
};

interface BankReference {
  readonly ref_no?: string | undefined;
  readonly ref_date?: string | undefined;
  readonly ref_bank?: string | undefined;
}

/** As a row has it. */
export const referenceColumns = ({ ref_no, ref_date, ref_bank }: BankReference) => ({
  refNo: ref_no ?? null,
  refDate: ref_date ?? null,
  refBank: ref_bank ?? null,
});

/**
 * Checks the day on a cheque or a bank's advice. It may be ahead: cheques are post-dated.
 * @throws Fault of kind `badInput`
 */
export function checkReferenceDay(day: string | undefined): void {
  if (day !== undefined && (day < '2000-01-01' || day > '2099-12-31'))
    throw badParameter('ref_date', 'must be from 2000-01-01 to 2099-12-31');
}
