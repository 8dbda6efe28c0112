-- AlterTable
ALTER TABLE "crm"."isp_setting" ADD COLUMN     "promotions_from" TEXT NOT NULL DEFAULT '10:00',
ADD COLUMN     "promotions_upto" TEXT NOT NULL DEFAULT '21:00';
