-- Log-ins of guests that were refused for their ticket are counted as a kind of their own.
ALTER TABLE "radius"."pulse" ADD COLUMN "bad_ticket" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "radius"."pulse_hour" ADD COLUMN "bad_ticket" INTEGER NOT NULL DEFAULT 0;
