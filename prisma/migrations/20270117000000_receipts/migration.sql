-- A payment over several services of a customer: a receipt, and a payment for each of them.

CREATE TABLE crm.receipt (
  id int NOT NULL,
  isp_id int NOT NULL,
  customer_id int NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL DEFAULT 'system',
  CONSTRAINT receipt_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX receipt_isp_id_id_key ON crm.receipt (isp_id, id);
CREATE INDEX receipt_customer_id_idx ON crm.receipt (customer_id, id);
ALTER TABLE crm.receipt ADD CONSTRAINT receipt_isp_id_customer_id_fkey
  FOREIGN KEY (isp_id, customer_id) REFERENCES crm.customer (isp_id, id);

ALTER TABLE crm.payment ADD COLUMN receipt_id int;
ALTER TABLE crm.payment ADD CONSTRAINT payment_isp_id_receipt_id_fkey
  FOREIGN KEY (isp_id, receipt_id) REFERENCES crm.receipt (isp_id, id) NOT VALID;
ALTER TABLE crm.payment VALIDATE CONSTRAINT payment_isp_id_receipt_id_fkey;
