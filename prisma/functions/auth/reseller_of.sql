-- Whose record an audited row is of, as far as the row says: the audit shows it to that reseller.
-- A CASE expression sets up the query of every branch at each call; a CASE statement evaluates only its own.
create or replace function auth.reseller_of(table_name text, row_image jsonb) returns integer language plpgsql stable as $$
begin
  case table_name
    -- Of the ISP itself, or of the installation.
    -- A NAS that is shared is the ISP's; the row's reseller is the one it is shared with.
    when 'crm.isp', 'crm.isp_setting', 'crm.setting', 'radius.nas_share', 'crm.notice', 'crm.notice_sender' then
      return null;
    when 'crm.reseller' then
      return (row_image ->> 'id')::integer;
    when 'crm.sub_location' then
      return (select l.reseller_id from crm.location l where l.id = (row_image ->> 'location_id')::integer);
    when 'crm.plan_change', 'crm.promise', 'crm.service_identity' then
      return (select s.reseller_id from crm.service s where s.id = (row_image ->> 'service_id')::integer);
    when 'crm.notice_opt_out', 'crm.receipt' then
      return (select c.reseller_id from crm.customer c where c.id = (row_image ->> 'customer_id')::integer);
    -- A reseller does not see what its ISP notes. Also not once the ISP shares it: the image before has what was not for the reseller.
    when 'crm.note', 'crm.call', 'crm.task', 'crm.ticket', 'crm.visit' then
      return (select k.id from (select (row_image ->> 'keeper_id')::integer as id) k
        where k.id = (row_image ->> 'reseller_id')::integer);
    when 'crm.ticket_entry' then
      return (select t.reseller_id from crm.ticket t
        where t.id = (row_image ->> 'ticket_id')::integer and t.reseller_id = (row_image ->> 'keeper_id')::integer);
    when 'auth.api_key' then
      return (select u.reseller_id from auth.login_user u where u.id = (row_image ->> 'user_id')::integer);
    else
      return (row_image ->> 'reseller_id')::integer;
  end case;
end $$;
