import { sql } from '../../../db/sql.ts';
import { NONE, NOW, ofCustomer, ofServices, type Treatment } from './treatment.ts';

/** What hotspots have of a customer whose services guests use: the note about the codes, and the devices of the guests. */
export const HOTSPOT: Readonly<Record<string, Treatment>> = {
  'crm.hotspot_device': {
    removes: ({ customerId }) =>
      sql`t.code_id IN (SELECT c.id FROM crm.hotspot_code c JOIN crm.hotspot_batch b ON b.id = c.batch_id
          WHERE b.customer_id = ${customerId})`,
  },
  'crm.hotspot_batch': { blanks: ofCustomer, columns: { note: NONE, updated_at: NOW } },
  'radius.hotspot_ticket': { removes: ofServices },
};
