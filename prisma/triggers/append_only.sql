-- Records of money and the audit are never changed and never removed: a mistake is corrected by a further record.

create or replace trigger append_only before update or delete on auth.audit_change for each row execute function auth.refuse_change();
create or replace trigger append_only before update or delete on auth.audit_erasure for each row execute function auth.refuse_change();
create or replace trigger append_only before update or delete on auth.audit_event for each row execute function auth.refuse_change();
create or replace trigger append_only before update or delete on auth.audit_seal for each row execute function auth.refuse_change();
create or replace trigger append_only before update or delete on crm.adjustment for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.charge for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.credit_usage for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.customer_erasure for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.invoice_line for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.ledger_entry for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.ledger_line for each row execute function crm.refuse_change();
create or replace trigger append_only before update or delete on crm.wallet_txn for each row execute function crm.refuse_change();

create or replace trigger append_only_truncate before truncate on auth.audit_change for each statement
  execute function auth.refuse_change();
create or replace trigger append_only_truncate before truncate on auth.audit_erasure for each statement
  execute function auth.refuse_change();
create or replace trigger append_only_truncate before truncate on auth.audit_event for each statement
  execute function auth.refuse_change();
create or replace trigger append_only_truncate before truncate on auth.audit_seal for each statement
  execute function auth.refuse_change();
create or replace trigger append_only_truncate before truncate on crm.ledger_entry for each statement
  execute function crm.refuse_change();
create or replace trigger append_only_truncate before truncate on crm.ledger_line for each statement
  execute function crm.refuse_change();

-- What the tax authority has registered stays as it was registered.
create or replace trigger immutable before update or delete on crm.einvoice for each row execute function crm.keep_einvoice();
-- An issued invoice changes in what is paid of it, and in nothing else.
create or replace trigger immutable before update or delete on crm.invoice for each row execute function crm.keep_invoice();
-- A receipt is what its payments are.
create or replace trigger immutable before update or delete on crm.receipt for each row execute function crm.refuse_change();
-- A payment can be cancelled once, and nothing else happens to it.
create or replace trigger immutable before update or delete on crm.payment for each row execute function crm.keep_payment();
