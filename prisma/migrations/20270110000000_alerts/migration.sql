-- What somebody should look at on the network, how each round finds it, and the daily peaks of pools.
ALTER TABLE "radius"."nas_heard" ADD COLUMN "restarted_at" TIMESTAMPTZ(3);

-- Kinds have no CHECK: a version that knows another one must be able to write it beside this one.
CREATE TABLE "radius"."alert" (
    "id" SERIAL NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "reseller_id" INTEGER,
    "kind" TEXT NOT NULL,
    "nas_id" INTEGER,
    "pool_id" INTEGER,
    "since_at" TIMESTAMPTZ(3),
    "sessions" INTEGER,
    "measured" INTEGER,
    "compared_to" INTEGER,
    "full_on" DATE,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "reopened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "acked_at" TIMESTAMPTZ(3),
    "acked_by" TEXT,
    "muted_upto" TIMESTAMPTZ(3),
    "muted_by" TEXT,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "radius"."alert_sign" (
    "id" BIGSERIAL NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "reseller_id" INTEGER,
    "kind" TEXT NOT NULL,
    "nas_id" INTEGER,
    "pool_id" INTEGER,
    "since_at" TIMESTAMPTZ(3),
    "sessions" INTEGER,
    "measured" INTEGER,
    "compared_to" INTEGER,
    "full_on" DATE,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "rounds" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "alert_sign_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "radius"."pool_peak" (
    "pool_id" INTEGER NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,
    "slope" DOUBLE PRECISION,
    "level" DOUBLE PRECISION,

    CONSTRAINT "pool_peak_pkey" PRIMARY KEY ("pool_id","day")
);
CREATE INDEX "alert_opened_at_idx" ON "radius"."alert"("isp_id", "opened_at", "id");
CREATE INDEX "alert_nas_id_idx" ON "radius"."alert"("nas_id") WHERE (nas_id IS NOT NULL);
CREATE INDEX "alert_pool_id_idx" ON "radius"."alert"("pool_id") WHERE (pool_id IS NOT NULL);
CREATE INDEX "alert_closed_at_idx" ON "radius"."alert"("closed_at");
CREATE UNIQUE INDEX "alert_isp_id_id_key" ON "radius"."alert"("isp_id", "id");
CREATE INDEX "alert_sign_seen_at_idx" ON "radius"."alert_sign"("seen_at");
CREATE INDEX "alert_sign_pool_id_idx" ON "radius"."alert_sign"("pool_id") WHERE (pool_id IS NOT NULL);
CREATE INDEX "pool_peak_day_idx" ON "radius"."pool_peak"("day");
ALTER TABLE "radius"."alert" ADD CONSTRAINT "alert_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radius"."alert" ADD CONSTRAINT "alert_isp_id_reseller_id_fkey" FOREIGN KEY ("isp_id", "reseller_id") REFERENCES "crm"."reseller"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radius"."alert" ADD CONSTRAINT "alert_isp_id_nas_id_fkey" FOREIGN KEY ("isp_id", "nas_id") REFERENCES "radius"."nas"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radius"."alert" ADD CONSTRAINT "alert_isp_id_pool_id_fkey" FOREIGN KEY ("isp_id", "pool_id") REFERENCES "radius"."ip_pool"("isp_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "radius"."alert_sign" ADD CONSTRAINT "alert_sign_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radius"."alert_sign" ADD CONSTRAINT "alert_sign_isp_id_nas_id_fkey" FOREIGN KEY ("isp_id", "nas_id") REFERENCES "radius"."nas"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "radius"."alert_sign" ADD CONSTRAINT "alert_sign_isp_id_pool_id_fkey" FOREIGN KEY ("isp_id", "pool_id") REFERENCES "radius"."ip_pool"("isp_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "radius"."pool_peak" ADD CONSTRAINT "pool_peak_isp_id_pool_id_fkey" FOREIGN KEY ("isp_id", "pool_id") REFERENCES "radius"."ip_pool"("isp_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
CREATE UNIQUE INDEX alert_open_key ON radius.alert (isp_id, kind, coalesce(nas_id, 0), coalesce(pool_id, 0)) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX alert_sign_key ON radius.alert_sign (isp_id, kind, coalesce(nas_id, 0), coalesce(pool_id, 0));
