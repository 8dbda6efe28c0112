-- Traffic in five-minute buckets, for graphs.

ALTER TABLE "crm"."isp_setting" ADD COLUMN     "traffic_history_days" INTEGER NOT NULL DEFAULT 8;
ALTER TABLE crm.isp_setting ADD CONSTRAINT isp_setting_traffic_history_days_check CHECK (traffic_history_days BETWEEN 0 AND 90);

ALTER TABLE "radius"."nas_pulse" ADD COLUMN     "up_octets" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "down_octets" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "online" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "radius"."nas_pulse_hour" (
    "nas_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "up_octets" BIGINT NOT NULL DEFAULT 0,
    "down_octets" BIGINT NOT NULL DEFAULT 0,
    "online" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "nas_pulse_hour_pkey" PRIMARY KEY ("nas_id","hour")
);
CREATE INDEX "nas_pulse_hour_hour_idx" ON "radius"."nas_pulse_hour"("hour");
ALTER TABLE "radius"."nas_pulse_hour" ADD CONSTRAINT "nas_pulse_hour_nas_id_fkey" FOREIGN KEY ("nas_id") REFERENCES "radius"."nas"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE TABLE "radius"."traffic_hour" (
    "isp_id" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "buckets" REAL[],

    CONSTRAINT "traffic_hour_pkey" PRIMARY KEY ("isp_id","hour","service_id")
);
ALTER TABLE radius.traffic_hour ALTER COLUMN buckets SET NOT NULL,
  ADD CONSTRAINT traffic_hour_buckets_check CHECK (cardinality(buckets) = 24);
ALTER TABLE "radius"."traffic_hour" ADD CONSTRAINT "traffic_hour_isp_id_service_id_fkey" FOREIGN KEY ("isp_id", "service_id") REFERENCES "crm"."service"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE TABLE "radius"."plan_traffic_hour" (
    "isp_id" INTEGER NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "reseller_id" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "buckets" REAL[],

    CONSTRAINT "plan_traffic_hour_pkey" PRIMARY KEY ("isp_id","plan_id","reseller_id","hour")
);
ALTER TABLE radius.plan_traffic_hour ALTER COLUMN buckets SET NOT NULL,
  ADD CONSTRAINT plan_traffic_hour_buckets_check CHECK (cardinality(buckets) = 24);
-- Its rows are written once a minute for an hour.
ALTER TABLE radius.plan_traffic_hour SET (fillfactor = 70);
ALTER TABLE "radius"."plan_traffic_hour" ADD CONSTRAINT "plan_traffic_hour_isp_id_plan_id_fkey" FOREIGN KEY ("isp_id", "plan_id") REFERENCES "crm"."plan"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
