-- Writes what a change does to a row into the audit event of the transaction. Arguments: the key columns (id where there are none).
--
-- A column that changed is found by its key in the other image. Where a trigger updates a row, it moves a balance as a rule
-- (crm.post_balances): if the row is the same but for its balance, no other column is made JSON. That is decided by comparing whole
-- rows, so it holds for columns that are added later, too. Left out are e164 and other_e164, which say nothing that `mobile` does not,
-- and last_given_to of a queue, which each ticket that is given out moves on.
create or replace function auth.record_change() returns trigger language plpgsql as $$
declare
  event constant bigint := current_setting('lastmile.audit_event', true);
  changed_table constant text := tg_table_schema || '.' || tg_table_name;
  rest record;
  old_row jsonb;
  new_row jsonb;
  before_image jsonb;
  after_image jsonb;
  row_key text;
begin
  if tg_op = 'UPDATE' then
    if pg_trigger_depth() > 1 and changed_table in ('crm.service', 'crm.reseller', 'auth.login_user', 'crm.isp') then
      rest := new;
      case changed_table
        when 'crm.service' then
          rest.os_amt := old.os_amt;
          before_image := jsonb_build_object('os_amt', old.os_amt);
          after_image := jsonb_build_object('os_amt', new.os_amt);
          new_row := jsonb_build_object('id', new.id, 'reseller_id', new.reseller_id);
        when 'crm.reseller' then
          rest.wallet := old.wallet;
          before_image := jsonb_build_object('wallet', old.wallet);
          after_image := jsonb_build_object('wallet', new.wallet);
          new_row := jsonb_build_object('id', new.id);
        when 'auth.login_user' then
          rest.cash_balance := old.cash_balance;
          before_image := jsonb_build_object('cash_balance', old.cash_balance);
          after_image := jsonb_build_object('cash_balance', new.cash_balance);
          new_row := jsonb_build_object('id', new.id, 'reseller_id', new.reseller_id);
        when 'crm.isp' then
          rest.usage_credits := old.usage_credits;
          before_image := jsonb_build_object('usage_credits', old.usage_credits);
          after_image := jsonb_build_object('usage_credits', new.usage_credits);
          new_row := jsonb_build_object('id', new.id);
      end case;
      if rest is distinct from old then
        new_row := null;
      elsif before_image = after_image then
        return null;
      end if;
    end if;
    if new_row is null then
      old_row := to_jsonb(old);
      new_row := to_jsonb(new);
      select jsonb_object_agg(o.key, auth.audited_value(o.key, o.value)),
          jsonb_object_agg(o.key, auth.audited_value(o.key, new_row -> o.key))
        into before_image, after_image
        from jsonb_each(old_row) o
        where o.value <> new_row -> o.key and o.key not in ('updated_at', 'updated_by', 'e164', 'other_e164', 'last_given_to');
      if before_image is null then
        return null;
      end if;
    end if;
  elsif tg_op = 'INSERT' then
    new_row := to_jsonb(new);
    after_image := auth.audited_image(new_row - 'e164' - 'other_e164' - 'last_given_to');
  else
    new_row := to_jsonb(old);
    before_image := auth.audited_image(new_row - 'e164' - 'other_e164' - 'last_given_to');
  end if;
  if tg_nargs = 0 then
    row_key := new_row ->> 'id';
  else
    select string_agg(new_row ->> k.name, '/' order by k.position) into row_key
      from unnest(tg_argv) with ordinality as k (name, position);
  end if;
  insert into auth.audit_change (event_id, table_name, row_id, operation, before, after, reseller_id)
    values (event, changed_table, row_key, lower(tg_op), before_image, after_image,
      auth.reseller_of(changed_table, new_row));
  return null;
end $$;
