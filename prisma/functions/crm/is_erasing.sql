-- Whether this transaction erases a customer: it says so, and has noted the erasure itself. One that was noted earlier excuses nothing.
create or replace function crm.is_erasing() returns boolean language sql stable as $$
  select exists (
    select from crm.customer_erasure e
    where e.id = nullif(current_setting('lastmile.erasing', true), '')::integer and e.xmin = pg_current_xact_id()::xid)
$$;
