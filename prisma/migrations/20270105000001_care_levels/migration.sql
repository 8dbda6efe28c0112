-- What callers at a voice menu or a bot may by their number alone.
ALTER TABLE "crm"."isp_setting" ADD COLUMN "care_dues_by_number" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "care_restart_by_number" BOOLEAN NOT NULL DEFAULT false;
