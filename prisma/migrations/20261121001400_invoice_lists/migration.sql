-- Invoices are looked up by the number that is printed on them, and listed by the day they fall due.
create index invoice_document_no_idx on crm.invoice (isp_id, document_no, id);
create index invoice_due_on_idx on crm.invoice (isp_id, due_on, id);
