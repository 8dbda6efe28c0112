-- What a customer's address has, so that it is typed once; null: not known yet.

alter table crm.lead add column city text, add column zipcode text, add column state text;
