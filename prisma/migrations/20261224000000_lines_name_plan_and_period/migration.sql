-- An invoice names the plan and the days that its lines are for. Those of earlier charges are not known as they were then.

alter table crm.charge add column covers_from date, add column covers_upto date;
alter table crm.invoice_line add column plan text;
