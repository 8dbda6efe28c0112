-- What the tax authority has registered does not change.
create or replace function crm.keep_einvoice() returns trigger language plpgsql as $$
begin
  raise exception 'the registration of invoice % does not change', old.invoice_id
    using errcode = 'restrict_violation', schema = 'crm', table = 'einvoice';
end $$;
