-- Whether a postpaid period is billed to its end when access ends for non-payment, or up to the day before.
ALTER TABLE "crm"."isp_setting" ADD COLUMN "cutoff_days" TEXT NOT NULL DEFAULT 'Bill'
  CONSTRAINT "isp_setting_cutoff_days_check" CHECK ("cutoff_days" IN ('Bill', 'Credit'));
