-- How the tickets of a queue are given to its members, and whose turn was last.
ALTER TABLE "crm"."care_queue" ADD COLUMN     "assignment" TEXT NOT NULL DEFAULT 'ByHand',
ADD COLUMN     "last_given_to" INTEGER;
ALTER TABLE crm.care_queue ADD CONSTRAINT care_queue_assignment_check CHECK (assignment IN ('ByHand', 'RoundRobin', 'FewestOpen'));
