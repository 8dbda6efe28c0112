import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askRows } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { RESELLERS } from '../../ui/choices.ts';
import type { Source } from '../../ui/form-fields.ts';

const OWN_INVOICES = { invoice_by: 'Reseller', sort_field: 'name' } as const;

/** The ISP and its resellers that issue invoices themselves. Undefined: there is one seller only, or the caller is one. */
export function useSellers(): Source | undefined {
  const { reseller, isp } = useMe();
  const isAsked = useMay()('reseller.read') && reseller === null;
  const first = useQuery({ ...askRows('reseller.list', { ...OWN_INVOICES, rows_limit: 1 }), enabled: isAsked });
  const isOffered = (first.data?.length ?? 0) > 0;
  const ispName = isp?.name;
  return useMemo(
    () =>
      isOffered && ispName !== undefined
        ? { ...RESELLERS, lists: [OWN_INVOICES], first: [{ value: '0', label: ispName }] }
        : undefined,
    [isOffered, ispName],
  );
}
