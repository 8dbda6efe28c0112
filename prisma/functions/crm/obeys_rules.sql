-- The rules for a row of crm.service, for the constraint service_rules_check. All are one expression, since each expression is set
-- up once per transaction. A rule over NULL holds, as in a CHECK.
create or replace function crm.obeys_rules(s crm.service) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when not s.anchor_day between 1 and 31 then 'service_anchor_day_check'
    when not (s.billing_address <> 'new' or num_nulls(s.ba_zipcode, s.ba_state, s.ba_city, s.ba_street) = 0)
      then 'service_ba_check'
    when not s.billing_address in ('new', 'same', 'ia') then 'service_billing_address_check'
    when not s.billing_start_day between 0 and 30 then 'service_billing_start_day_check'
    when not s.connectivity in ('Wireless', 'Fibre', 'Hotspot') then 'service_connectivity_check'
    when not s.credit_limit >= 0 then 'service_credit_limit_check'
    when not s.deposit >= 0 then 'service_deposit_check'
    when not s.discount_amt >= 0 then 'service_discount_amt_check'
    when not s.discount_percent between 0 and 100 then 'service_discount_percent_check'
    when not (s.installation_address <> 'new' or num_nulls(s.ia_zipcode, s.ia_state, s.ia_city, s.ia_street) = 0)
      then 'service_ia_check'
    when not s.installation_address in ('new', 'same') then 'service_installation_address_check'
    when not s.installation_amt >= 0 then 'service_installation_amt_check'
    when not (family(s.ip6_prefix) = 6 and masklen(s.ip6_prefix) between 16 and 64 and s.ip6_prefix = network(s.ip6_prefix))
      then 'service_ip6_prefix_check'
    when not s.ip_assignment in ('NAS', 'IPpool', 'StaticIP', 'Subnet') then 'service_ip_assignment_check'
    when not case s.ip_assignment when 'IPpool' then s.ip_pool_id is not null when 'StaticIP' then s.staticip is not null
        when 'Subnet' then s.staticip is not null else true end
      then 'service_ip_source_check'
    when not s.latitude between -90 and 90 then 'service_latitude_check'
    when not s.longitude between -180 and 180 then 'service_longitude_check'
    when not s.mac_bind in ('Auto', 'Manual', 'No') then 'service_mac_bind_check'
    when not (s.mac_bind <> 'Manual' or s.mac is not null) then 'service_mac_bind_manual_check'
    when not s.mac ~ '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$' then 'service_mac_check'
    when not (family(s.pd_prefix) = 6 and masklen(s.pd_prefix) between 16 and 64 and s.pd_prefix = network(s.pd_prefix))
      then 'service_pd_prefix_check'
    when not s.prepaid_postpaid in ('Prepaid', 'Postpaid') then 'service_prepaid_postpaid_check'
    when not s.protocol in ('PPPoE', 'IPoE') then 'service_protocol_check'
    when not (s.staticip is null or (s.ip_pool_id is not null and family(s.staticip) = 4
        and (masklen(s.staticip) = 32 or s.ip_assignment = 'Subnet')))
      then 'service_staticip_check'
    when not s.session_limit between 1 and 64 then 'service_session_limit_check'
    when not s.status_before in ('Active', 'NP', 'NPD') then 'service_status_before_check'
    when not s.status in ('Active', 'NP', 'NPD', 'Suspend', 'NewRequest') then 'service_status_check'
    when not ((s.status = 'Suspend') = (s.suspended_at is not null) and (s.status = 'Suspend') = (s.status_before is not null))
      then 'service_suspend_check'
    when not (s.username <> '' and s.username = btrim(s.username)) then 'service_username_check'
    when not case when s.status = 'NewRequest' then num_nonnulls(s.period_id, s.valid_from, s.valid_upto) = 0
        else num_nulls(s.valid_from, s.valid_upto) = 0 and s.valid_from <= s.valid_upto end
      then 'service_validity_check'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "service" violates check constraint "%"', broken
      using errcode = 'check_violation', constraint = broken, schema = 'crm', table = 'service';
  end if;
  return true;
end $$;
