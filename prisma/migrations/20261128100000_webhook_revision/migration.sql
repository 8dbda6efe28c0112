-- A node notes what a webhook has accepted in batches, so it may know more than the row says. A change of what the webhook is
-- told, or from where on, raises this number, and a node that delivers with an older one notes nothing any more.
alter table crm.webhook add column revision integer not null default 0;
