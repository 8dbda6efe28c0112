-- What follows the rate of a level in Mikrotik-Rate-Limit. Null columns without default: no row is rewritten.
ALTER TABLE crm.plan ADD COLUMN bw1_burst text, ADD COLUMN bw2_burst text, ADD COLUMN bw3_burst text;
