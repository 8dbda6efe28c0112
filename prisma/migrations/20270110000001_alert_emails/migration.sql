-- Who of the staff is told of alerts by e-mail, and which alerts they have been told of.
ALTER TABLE "crm"."isp_setting" ADD COLUMN "alert_emails" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "radius"."alert" ADD COLUMN "told_at" TIMESTAMPTZ(3),
ADD COLUMN "tell_after" TIMESTAMPTZ(3);
CREATE INDEX "alert_untold_idx" ON "radius"."alert"("opened_at") WHERE (told_at IS NULL);
