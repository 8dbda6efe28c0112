import {
  beyond,
  done,
  newId,
  noted,
  notShown,
  optional,
  owners,
  paged,
  required,
  requiredWhen,
  rows,
  sortedByOpenDefault,
  when,
} from '../build.ts';
import { endpoint, type Refusal, section, type Texts } from '../endpoint.ts';
import {
  code,
  date,
  email,
  id,
  type Kind,
  mobile,
  oneOf,
  prose,
  text,
  timestamp,
  wildcard,
  withExample,
} from '../kinds.ts';

/** 3.2: the reports that each status allows. */
const REPORTS: Readonly<Record<string, readonly string[]>> = {
  'Welcome-Call': ['Customer-Accepted', 'Customer-Refused'],
  'Field-Verification': ['Feasible', 'Not-Feasible', 'Customer-Refused'],
  Installation: ['Installation-Completed', 'Not-Feasible', 'Customer-Refused'],
  'Final-Test': ['Completed', 'Cancel'],
  'Customer-Refused': ['Customer-Accepted', 'Cancel'],
  'Not-Feasible': ['Feasible', 'Cancel'],
};

const everyReport = [...new Set(Object.values(REPORTS).flat())];
/** 3.2: reports that have to say why. */
const needReason = ['Customer-Refused', 'Not-Feasible', 'Cancel'];
const reported = (status: string, report: string): Texts => ({
  status,
  report,
  ...(needReason.includes(report) ? { reason: 'moved away' } : {}),
});

const allowedReports = Object.entries(REPORTS).flatMap(([status, reports]) =>
  reports.map((report) => reported(status, report)),
);
const wrongReports = Object.entries(REPORTS).flatMap(([status, reports]) =>
  everyReport
    .filter((report) => !reports.includes(report))
    .map(
      (report): Refusal => ({
        why: `${status} does not allow ${report}`,
        texts: reported(status, report),
        names: 'report',
        checkedBy: 'rule',
      }),
    ),
);

/** The filter of 4.8 leaves out a pending status that 3.2 has. */
const pendingStatus: Kind = {
  ...oneOf('Welcome-Call', 'Installation', 'Field-Verification', 'Not-Feasible', 'Customer-Refused'),
  elsewhere: ['Final-Test'],
};
const currentStatus = oneOf(
  ...['Welcome-Call', 'Field-Verification', 'Installation', 'Customer-Refused', 'Not-Feasible', 'Final-Test'],
);
const source = oneOf('Web', 'Sms', 'Phone', 'WalkIn', 'Agent', 'Others');
/** 4.8 leaves `Others` out here; 2.6 has it. */
const sourceOfNew: Kind = { ...oneOf('Web', 'Sms', 'Phone', 'WalkIn', 'Agent'), elsewhere: ['Others'] };

const days = (stem: string) => optional({ [`${stem}_on`]: date, [`${stem}_from`]: date, [`${stem}_upto`]: date });

const filters = {
  ...owners,
  ...optional({ id, name: wildcard, mobile, email, location_code: code, source }),
  ...beyond({ assigned_to: id }),
  ...optional({ created_by: text, welcomecall_by: text, fieldverification_by: text, installed_by: text }),
  ...days('created'),
  ...days('welcomecall'),
  ...days('fieldverification'),
  ...days('installed'),
};

/** 2.6 Lead: what both lists have. */
const leadRecord = {
  id,
  name: text,
  mobile: text,
  email: text,
  address: text,
  source,
  location_code: text,
  sub_location_code: text,
  reason: text,
  created_by: text,
  welcomecall_by: text,
  fieldverification_by: text,
  installed_by: text,
  created_at: timestamp,
  installed_at: timestamp,
};

const sortFields = ['id', 'name', 'mobile', 'email', 'status', 'source', 'created_at'];

/** 4.8 Leads. */
export const leads = section('4.8', [
  endpoint('/lead/list', {
    parameters: {
      ...filters,
      ...optional({ status: pendingStatus }),
      ...days('remind'),
      ...paged,
      ...sortedByOpenDefault([...sortFields, 'remind_at', 'installed_at']),
    },
    result: rows({ ...leadRecord, status: pendingStatus, remind_at: timestamp }),
  }),
  endpoint('/lead/status_count', {
    parameters: { ...owners, ...optional({ location_code: code, sub_location_code: code, source: sourceOfNew }) },
    result: notShown('leads by status'),
  }),
  endpoint('/lead/create', {
    parameters: {
      ...required({ name: prose, mobile, email, address: prose, source: sourceOfNew }),
      ...owners,
      ...optional({ location_code: code, sub_location_code: code }),
      ...beyond({ assigned_to: id, city: prose, zipcode: text, state: prose }),
    },
    result: newId,
  }),
  endpoint('/lead/update', {
    parameters: {
      ...required({ id, status: currentStatus, report: oneOf(...everyReport) }),
      ...noted('Change the owner.', owners),
      ...requiredWhen(when('report is Customer-Refused', { report: 'Customer-Refused' }), { reason: prose }),
      ...noted(
        'Considered only up to completion of the Installation stage.',
        optional({ location_code: code, sub_location_code: code }),
      ),
      ...beyond({ serviceid: id }),
    },
    accepts: allowedReports,
    refuses: [
      ...wrongReports,
      ...needReason.map(
        (report): Refusal => ({
          why: `${report} needs a reason`,
          texts: { status: Object.keys(REPORTS).find((status) => REPORTS[status]?.includes(report)) ?? '', report },
          names: 'reason',
          checkedBy: 'rule',
        }),
      ),
    ],
    result: done,
  }),
  endpoint('/lead/reminder', {
    parameters: {
      ...required({ id, action: withExample('unset', oneOf('set', 'unset')) }),
      ...requiredWhen(when('action is set', { action: 'set' }), { timestamp }),
    },
    result: done,
  }),
  endpoint('/lead/return', {
    parameters: required({ id, status: oneOf('Welcome-Call', 'Field-Verification', 'Installation') }),
    result: done,
  }),
  endpoint('/lead/closed', {
    parameters: {
      ...filters,
      ...optional({ status: oneOf('Completed', 'Cancelled'), serviceid: id }),
      ...days('closed'),
      ...paged,
      ...sortedByOpenDefault([...sortFields, 'closed_at', 'installed_at']),
    },
    result: rows({ ...leadRecord, status: oneOf('Completed', 'Cancelled'), closed_at: timestamp, serviceid: id }),
  }),
]);
