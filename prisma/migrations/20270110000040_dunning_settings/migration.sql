-- From which amount on, and after how many days, what is unpaid has consequences; how old a payment may be.

ALTER TABLE "crm"."isp_setting" ADD COLUMN     "late_fee_max" DECIMAL(14,2),
ADD COLUMN     "late_fee_after_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "min_dues" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "backdate_days" INTEGER NOT NULL DEFAULT 90;
