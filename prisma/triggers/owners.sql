-- Each row is of one ISP and at most one reseller; what hangs on another row follows it.

-- A service is of its customer's reseller, on a plan and from a pool of that reseller or of the ISP.
create or replace trigger check_owner before insert or update of reseller_id, customer_id, plan_id, ip_pool_id on crm.service
  for each row execute function crm.check_service_owner();
-- Only what the ISP owns itself can be shared.
create or replace trigger check_owner before insert or update on radius.nas_share for each row
  execute function radius.check_nas_share();
-- A sub plan is of its plan's reseller.
create or replace trigger set_owner before insert or update of plan_id, reseller_id on crm.sub_plan for each row
  execute function crm.set_sub_plan_owner();
-- A plan in use keeps its owner; the sub plans of one that is not follow it.
create or replace trigger move after update of isp_id, reseller_id on crm.plan for each row
  when (old.isp_id is distinct from new.isp_id or old.reseller_id is distinct from new.reseller_id)
  execute function crm.move_plan();
-- The services of a customer who moves go along, and what the staff notes and keeps about the customer.
create or replace trigger move after update of reseller_id on crm.customer for each row
  when (old.reseller_id is distinct from new.reseller_id) execute function crm.move_customer();
-- The proxy of an ISP speaks for the NASes of that ISP only.
create or replace trigger check_proxy_insert before insert on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is not null) execute function radius.check_nas_proxy();
-- The proxy of an ISP speaks for the NASes of that ISP only.
create or replace trigger check_proxy_update before update of isp_id, proxy_id on radius.nas for each row
  when (new.deleted_at is null and new.proxy_id is not null) execute function radius.check_nas_proxy();
-- What the staff notes is of the reseller of its customer.
create or replace trigger set_owner before insert or update of customer_id, service_id on crm.note for each row
  execute function crm.set_care_owner();
-- What the staff notes is of the reseller of its customer.
create or replace trigger set_owner before insert or update of customer_id, service_id on crm.call for each row
  execute function crm.set_care_owner();
-- What the staff notes is of the reseller of its customer.
create or replace trigger set_owner before insert or update of customer_id, service_id on crm.task for each row
  execute function crm.set_care_owner();
-- What the staff notes is of the reseller of its customer.
create or replace trigger set_owner before insert or update of customer_id, service_id on crm.ticket for each row
  execute function crm.set_care_owner();
-- A document is of whom its record is about.
create or replace trigger set_owner before insert or update of customer_id, service_id, lead_id, ticket_id on crm.file
  for each row execute function crm.set_file_owner();
-- Documents of a ticket follow it.
create or replace trigger move_files after update of customer_id, service_id, reseller_id on crm.ticket for each row
  when ((old.customer_id, old.service_id, old.reseller_id) is distinct from (new.customer_id, new.service_id, new.reseller_id))
  execute function crm.move_files();
-- Documents of a lead follow it.
create or replace trigger move_files after update of reseller_id on crm.lead for each row
  when (old.reseller_id is distinct from new.reseller_id) execute function crm.move_files();
-- A visit is of the reseller of whom it goes to.
create or replace trigger set_owner before insert or update of lead_id, customer_id, service_id on crm.visit for each row
  execute function crm.set_visit_owner();
-- The visits to a lead go along with it.
create or replace trigger moved after update on crm.lead for each row
  when (old.reseller_id is distinct from new.reseller_id) execute function crm.move_lead();
