-- Accounting tells its node what it has added to the volume of a minute (src/radius/accounting/sql/session-statement.ts). A node of
-- an older version that looks for what has grown must find nothing to add, or it would count a second time: the table stays empty.
create or replace function radius.keep_no_traffic() returns trigger language plpgsql as $$
begin
  return null;
end $$;
