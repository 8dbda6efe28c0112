-- Who may not read telephone numbers sees them masked.
ALTER TABLE "crm"."isp_setting" ADD COLUMN "mask_phones" BOOLEAN NOT NULL DEFAULT false;
