-- Whether a row of money differs from before only in that an erasure of this transaction has taken the username out of who wrote it:
-- 'subscriber ravi' becomes 'subscriber'.
create or replace function crm.is_author_erased(old_row jsonb, new_row jsonb) returns boolean language plpgsql stable as $$
declare
  authors constant text[] := array['created_by', 'cancelled_by'];
begin
  return crm.is_erasing() and old_row - authors = new_row - authors and not exists (
    select from unnest(authors) as c (name)
    where new_row ->> c.name is distinct from old_row ->> c.name
      and not (old_row ->> c.name like 'subscriber %' and new_row ->> c.name = 'subscriber'));
end $$;
