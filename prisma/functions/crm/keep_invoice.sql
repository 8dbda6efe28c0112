-- An issued invoice does not change, but for what is paid of it, and for what an erasure takes out of it.
-- What is kept is compared as a row, without what may change, instead of as JSON.
create or replace function crm.keep_invoice() returns trigger language plpgsql as $$
declare
  kept record;
begin
  if tg_op = 'UPDATE' then
    kept := new;
    kept.paid_amt := old.paid_amt;
    kept.paid_at := old.paid_at;
    kept.late_fee_at := old.late_fee_at;
    if kept is not distinct from old then
      return new;
    end if;
    -- The name and the address of a buyer belong to the document (CGST Rules, rule 46); how to reach the buyer does not.
    if crm.is_buyer_erased(old, new) or coalesce(current_setting('lastmile.erasing', true), '') <> ''
      and crm.is_author_erased(to_jsonb(old) - 'buyer', to_jsonb(new) - 'buyer')
      and new.buyer in (old.buyer, old.buyer - array['mobile', 'email', 'username']) then
      return new;
    end if;
  end if;
  raise exception 'invoice % is issued and does not change', old.id
    using errcode = 'restrict_violation', schema = 'crm', table = 'invoice';
end $$;
