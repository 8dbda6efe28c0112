-- The triggers of the hot changes do what they did before, for less of the server's CPU. Each function is compiled once per
-- connection and its statements are planned once; what is built at run time (EXECUTE, a CASE with subqueries) is planned or
-- set up at each call, which cost more than the work itself.

-- Directory notices. The statement of a notice was built from the trigger's arguments at each call; now each table has a
-- function of its own, written from the list of columns whenever crm.watch_for_directory is called for the table.
--
-- The statement is planned for as many rows as a connection's first update had, which is one as a rule. A nested loop would be
-- the best plan for one row and take minutes for ten thousand; a hash join serves both.
--
-- What matters is compared per statement, as before: a WHEN of a trigger is read from its text in the catalog by every
-- statement on the table, which for the columns of a service costs more than this comparison.
--
-- Arguments: the table, the subject of its notices, the column with the subject's id, the column that tells rows apart, and the
-- columns whose update matters (all where none are given).
create function crm.watch_for_directory(source regclass, subject text, id name, key name, variadic watched name[])
returns void language plpgsql as $$
declare
  of_schema name;
  of_table name;
  -- Ids that are unique need not be told apart.
  "distinct" text;
  changed text := 'n is distinct from o';
begin
  select n.nspname, c.relname, case when exists (
        select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = id
        where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indkey::text = a.attnum::text)
      then '' else 'distinct ' end
    into strict of_schema, of_table, "distinct"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = source;
  if cardinality(watched) > 0 then
    select format(E'(%s)\n        is distinct from (%s)',
        string_agg(format('n.%I', c), ', ' order by i), string_agg(format('o.%I', c), ', ' order by i))
      into changed from unnest(watched) with ordinality as w (c, i);
  end if;
  -- Kept plans are made for few rows, on connections that prefer a nested loop: for many rows only a hash join will do.
  execute format($function$
create or replace function %1$I.%2$I() returns trigger language plpgsql set enable_nestloop = off set enable_hashjoin = on as $body$
declare
  most constant integer := 100;
  ids text[];
  each text;
begin
  if tg_op = 'UPDATE' then
    select array_agg(changed.id) into ids from (
      select %3$sn.%4$I::text as id from new_rows n join old_rows o using (%5$I)
      where %6$s
      limit most + 1) changed;
  elsif tg_op = 'INSERT' then
    select array_agg(changed.id) into ids from (select %3$sn.%4$I::text as id from new_rows n limit most + 1) changed;
  else
    select array_agg(changed.id) into ids from (select %3$so.%4$I::text as id from old_rows o limit most + 1) changed;
  end if;
  if cardinality(ids) > most then
    perform pg_notify('directory', %7$L);
  elsif ids is not null then
    foreach each in array ids loop
      perform pg_notify('directory', %8$L || each);
    end loop;
  end if;
  return null;
end $body$ $function$,
    of_schema, 'notify_' || of_table, "distinct", id, key, changed, subject || ':*', subject || ':');
  execute format('create or replace trigger directory_insert after insert on %s referencing new table as new_rows
    for each statement execute function %I.%I()', source, of_schema, 'notify_' || of_table);
  execute format('create or replace trigger directory_update after update on %s
    referencing old table as old_rows new table as new_rows
    for each statement execute function %I.%I()', source, of_schema, 'notify_' || of_table);
  execute format('create or replace trigger directory_delete after delete on %s referencing old table as old_rows
    for each statement execute function %I.%I()', source, of_schema, 'notify_' || of_table);
end $$;

-- The columns are those of the triggers so far.
select crm.watch_for_directory('crm.isp', 'isp', 'id', 'id', 'name', 'code', 'deleted_at');
select crm.watch_for_directory('crm.isp_setting', 'isp_setting', 'isp_id', 'isp_id', variadic '{}');
select crm.watch_for_directory('crm.reseller', 'reseller', 'id', 'id', 'isp_id', 'type', 'code', 'credit_limit', 'deleted_at');
select crm.watch_for_directory('crm.plan', 'plan', 'id', 'id', variadic '{}');
select crm.watch_for_directory('crm.service', 'service', 'id', 'id', 'isp_id', 'reseller_id', 'plan_id', 'sub_plan_id',
  'period_id', 'username', 'password_enc', 'status', 'status_before', 'grace_upto', 'promise_upto', 'prepaid_postpaid',
  'protocol', 'ip_assignment', 'ip_pool_id', 'staticip', 'mac', 'mac_bind', 'mac_generation', 'bill_from', 'valid_from',
  'valid_upto', 'location_code', 'sub_location_code', 'deleted_at');
select crm.watch_for_directory('crm.service_problem', 'service', 'service_id', 'service_id', 'access_upto');
select crm.watch_for_directory('crm.period', 'service', 'service_id', 'id', 'starts_on', 'ends_on', 'quota_bytes', 'voided_at');
select crm.watch_for_directory('crm.topup', 'service', 'service_id', 'id', 'bytes_total', 'ended_at');
select crm.watch_for_directory('radius.nas', 'nas', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.nas_share', 'nas_share', 'nas_id', 'nas_id', variadic '{}');
select crm.watch_for_directory('radius.nas_ip_pool', 'nas_ip_pool', 'id', 'id', variadic '{}');
select crm.watch_for_directory('radius.ip_pool', 'ip_pool', 'id', 'id', variadic '{}');
drop function crm.notify_directory();

-- Audit.

-- The names that are secrets, by LIKE: a regular expression costs twice as much.
create function auth.is_secret(name text) returns boolean language sql immutable as $$
  select name like '%secret%' or name like '%password%' or name like '%digest%' or name like '%hash%' or name like '%\_enc%'
$$;

create or replace function auth.audited_value(name text, value jsonb) returns jsonb language sql immutable as $$
  select case when auth.is_secret(name) and value <> 'null' then '"***"' else value end
$$;

-- A CASE expression sets up the query of every branch at each call; a CASE statement evaluates only its own.
create or replace function auth.reseller_of(table_name text, row_image jsonb) returns integer language plpgsql stable as $$
begin
  case table_name
    -- Of the ISP itself, or of the installation.
    -- A NAS that is shared is the ISP's; the row's reseller is the one it is shared with.
    when 'crm.isp', 'crm.isp_setting', 'crm.setting', 'radius.nas_share' then
      return null;
    when 'crm.reseller' then
      return (row_image ->> 'id')::integer;
    when 'crm.sub_location' then
      return (select l.reseller_id from crm.location l where l.id = (row_image ->> 'location_id')::integer);
    when 'crm.plan_change', 'crm.promise' then
      return (select s.reseller_id from crm.service s where s.id = (row_image ->> 'service_id')::integer);
    when 'auth.api_key' then
      return (select u.reseller_id from auth.login_user u where u.id = (row_image ->> 'user_id')::integer);
    else
      return (row_image ->> 'reseller_id')::integer;
  end case;
end $$;

-- The image of a row in the audit: the row itself, with its secrets masked.
create function auth.audited_image(row_image jsonb) returns jsonb language plpgsql immutable as $$
declare
  masked jsonb;
begin
  select jsonb_object_agg(name, '***') into masked
    from jsonb_object_keys(jsonb_strip_nulls(row_image)) as name where auth.is_secret(name);
  return coalesce(row_image || masked, row_image);
end $$;

-- As before, with fewer steps. A column that changed is found by its key in the other image, instead of by joining both. And
-- where a trigger updates a row, it moves a balance as a rule (crm.post_balances): if the row is the same but for its balance,
-- no other column is made JSON. That is decided by comparing whole rows, so it holds for columns that are added later, too.
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
        where o.value <> new_row -> o.key and o.key not in ('updated_at', 'updated_by');
      if before_image is null then
        return null;
      end if;
    end if;
  elsif tg_op = 'INSERT' then
    new_row := to_jsonb(new);
    after_image := auth.audited_image(new_row);
  else
    new_row := to_jsonb(old);
    before_image := auth.audited_image(new_row);
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

-- Ledger.

-- As before, in one statement.
create or replace function crm.check_ledger_lines() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select l.entry_id, a.unit, sum(l.amt) as amt, count(*) filter (where a.isp_id <> e.isp_id) as foreigners into wrong
    from crm.ledger_line l
    join crm.ledger_entry e on e.id = l.entry_id
    join crm.ledger_account a on a.id = l.account_id
    where l.entry_id = any (array(select distinct entry_id from added))
    group by l.entry_id, a.unit
    having sum(l.amt) <> 0 or bool_or(a.isp_id <> e.isp_id)
    order by l.entry_id limit 1;
  if wrong.amt <> 0 then
    raise exception 'ledger entry % is not balanced (off by % in %)', wrong.entry_id, wrong.amt, wrong.unit
      using errcode = 'check_violation', constraint = 'ledger_entry_balanced_check', schema = 'crm', table = 'ledger_entry';
  elsif wrong.foreigners > 0 then
    raise exception 'ledger entry % has a line of another ISP', wrong.entry_id
      using errcode = 'check_violation', constraint = 'ledger_entry_isp_check', schema = 'crm', table = 'ledger_entry';
  end if;
  return null;
end $$;

-- As before: rows are locked in the order of their ids, table by table. One statement finds what moves and whose it is; a
-- single row is locked by its update.
create or replace function crm.post_balances() returns trigger language plpgsql as $$
declare
  moved record;
begin
  select array_agg(a.service_id) filter (where a.kind = 'service') as services,
      array_agg(t.amt) filter (where a.kind = 'service') as of_services,
      array_agg(a.reseller_id) filter (where a.kind = 'wallet') as wallets,
      array_agg(t.amt) filter (where a.kind = 'wallet') as of_wallets,
      array_agg(a.user_id) filter (where a.kind = 'cash') as users,
      array_agg(t.amt) filter (where a.kind = 'cash') as of_users,
      array_agg(a.isp_id) filter (where a.kind = 'credits') as isps,
      array_agg(t.amt) filter (where a.kind = 'credits') as of_isps
    into moved
    from (select account_id, sum(amt) as amt from added group by account_id) t
    join crm.ledger_account a on a.id = t.account_id
    where a.kind <> 'nominal';
  if cardinality(moved.services) > 1 then
    perform from crm.service where id = any (moved.services) order by id for no key update;
    update crm.service o set os_amt = o.os_amt + d.amt
      from unnest(moved.services, moved.of_services) as d (id, amt) where o.id = d.id;
  elsif moved.services is not null then
    update crm.service set os_amt = os_amt + moved.of_services[1] where id = moved.services[1];
  end if;
  if cardinality(moved.wallets) > 1 then
    perform from crm.reseller where id = any (moved.wallets) order by id for no key update;
    update crm.reseller o set wallet = o.wallet - d.amt
      from unnest(moved.wallets, moved.of_wallets) as d (id, amt) where o.id = d.id;
  elsif moved.wallets is not null then
    update crm.reseller set wallet = wallet - moved.of_wallets[1] where id = moved.wallets[1];
  end if;
  if cardinality(moved.users) > 1 then
    perform from auth.login_user where id = any (moved.users) order by id for no key update;
    update auth.login_user o set cash_balance = o.cash_balance + d.amt
      from unnest(moved.users, moved.of_users) as d (id, amt) where o.id = d.id;
  elsif moved.users is not null then
    update auth.login_user set cash_balance = cash_balance + moved.of_users[1] where id = moved.users[1];
  end if;
  if cardinality(moved.isps) > 1 then
    perform from crm.isp where id = any (moved.isps) order by id for no key update;
    update crm.isp o set usage_credits = o.usage_credits + d.amt
      from unnest(moved.isps, moved.of_isps) as d (id, amt) where o.id = d.id;
  elsif moved.isps is not null then
    update crm.isp set usage_credits = usage_credits + moved.of_isps[1] where id = moved.isps[1];
  end if;
  return null;
end $$;

-- Services.

-- As before; a service without a pool looks for none.
create or replace function crm.check_service_owner() returns trigger language plpgsql as $$
declare
  owner constant integer := (select reseller_id from crm.customer where id = new.customer_id);
begin
  new.reseller_id := owner;
  if exists (select from crm.plan where id = new.plan_id and reseller_id <> coalesce(owner, 0)) then
    raise exception 'plan % is another reseller''s', new.plan_id
      using errcode = 'foreign_key_violation', constraint = 'service_plan_owner_check', schema = 'crm', table = 'service';
  end if;
  if new.ip_pool_id is not null then
    if exists (select from radius.ip_pool where id = new.ip_pool_id and reseller_id <> coalesce(owner, 0)) then
      raise exception 'IP pool % is another reseller''s', new.ip_pool_id
        using errcode = 'foreign_key_violation', constraint = 'service_ip_pool_owner_check', schema = 'crm', table = 'service';
    end if;
  end if;
  return new;
end $$;

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
  end if;
  raise exception 'invoice % is issued and does not change', old.id
    using errcode = 'restrict_violation', schema = 'crm', table = 'invoice';
end $$;

create or replace function crm.keep_payment() returns trigger language plpgsql as $$
declare
  kept record;
begin
  if tg_op = 'UPDATE' and old.status is distinct from 'Cancelled' then
    kept := new;
    kept.status := old.status;
    kept.reversal_entry_id := old.reversal_entry_id;
    kept.cancelled_at := old.cancelled_at;
    kept.cancelled_by := old.cancelled_by;
    kept.cancel_reason := old.cancel_reason;
    if kept is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'payment % is recorded and can only be cancelled', old.id
    using errcode = 'restrict_violation', schema = 'crm', table = 'payment';
end $$;
