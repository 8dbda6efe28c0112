/** All that the pages say, apart from what the node sends. */

export const page = {
  title: (isp: string) => `My connection: ${isp}`,
  unknown: 'These pages are not there',
  unknownHint: 'Open the address that your provider has given you.',
  loading: 'Loading…',
  again: 'Try again',
  language: 'Language',
  skip: 'Go to the content',
  menu: 'Pages',
  help: (isp: string) => `${isp} helps you:`,
};

export const screens = { home: 'Home', usage: 'Usage', bills: 'Bills', plan: 'Plan', account: 'Account' };

export const signIn = {
  title: 'Sign in',
  username: 'User name',
  password: 'Password',
  submit: 'Sign in',
  withCode: 'Sign in by a code instead',
  withPassword: 'Sign in by the password instead',
  sendCode: 'Send me a code',
  codeHint: 'The code goes to the telephone number or the e-mail address that your provider has of you.',
  codeSent: 'If this name is right, a code is on its way. It is right for ten minutes.',
  code: 'Code of six digits',
  anotherCode: 'Ask for another code',
  byConnection: 'For the first time: the password of your connection, which is in your router.',
  byPassword: 'You have no password, or have forgotten it? Your provider gives you a new one.',
  chooseTitle: 'Choose a password',
  choose: 'Choose a password for these pages. It is not the one of your connection.',
  newPassword: 'New password',
  minimum: 'At least 8 characters.',
  save: 'Save the password',
  signOut: 'Sign out',
};

export const here = {
  title: 'Your connection',
  text: 'This is what the connection that you are using needs. Sign in to see more.',
};

export const home = {
  hello: (name: string) => `Hello, ${name}`,
  connection: 'Connection',
  plan: 'Plan',
  speed: 'Speed',
  validUpto: 'Valid up to',
  nextPlan: 'With the next bill',
  noService: 'You have no connection here.',
  data: 'Data in this period',
  unlimited: 'unlimited',
  used: (used: string, total: string) => `${used} of ${total}`,
  devices: (count: number) => (count === 1 ? '1 device online' : `${count} devices online`),
  showDevices: 'Devices',
  money: 'To pay',
  nothing: 'Nothing to pay now',
  advance: (amount: string) => `Paid in advance: ${amount}`,
  dueOn: (day: string) => `Due on ${day}`,
  overdue: (day: string) => `It was due on ${day}`,
  renewalPrice: (amount: string) => `The next period costs ${amount}.`,
  renewalMissing: (amount: string) => `${amount} of it is not paid yet.`,
  pay: 'Pay',
  payAhead: 'Pay in advance',
  renew: 'Renew',
  topup: 'Add data',
};

export const status = {
  runs: 'Your connection runs.',
  slow: 'Your data are used up, so your connection is slower or stopped. Add data, or wait for the next period.',
  lower: 'You have used much of your data, so your connection is slower.',
  expired: 'Your connection has stopped: its last day is over. Pay and renew it.',
  NewRequest: 'Your connection has not begun yet.',
  NP: 'Your connection is slower, since an invoice is not paid.',
  NPD: 'Your connection has stopped, since something is not paid. Ask your provider if you have paid.',
  Suspend: 'Your connection is suspended. Ask your provider.',
};

export const pay = {
  title: 'Pay',
  amount: 'Amount',
  nothing: 'There is nothing to pay.',
  how: 'How to pay',
  atProvider: 'Pay at your provider, in the way that you know, and say your user name:',
  page: 'Pay at the page of your provider',
  online: 'Pay online',
  with: (gateway: string) => `Pay by ${gateway}`,
  begun: (amount: string) => `The payment of ${amount} has not arrived yet.`,
  goOn: 'Continue this payment',
  received: (amount: string) => `The payment of ${amount} has been received. Thank you.`,
  done: (amount: string) => `The payment of ${amount} has been received, and what it was for is done.`,
  undone: (amount: string) =>
    `The payment of ${amount} has been received. What it was for could not be done any more, since something has changed meanwhile; the money is your advance.`,
  held: (amount: string) => `The payment of ${amount} has been received, and is being looked at.`,
  mobile: 'Telephone',
  email: 'E-mail',
};

export const usage = {
  title: 'Usage',
  period: (from: string, upto: string) => `${from} to ${upto}`,
  none: 'Nothing was used in this period.',
  noPeriod: 'No period has begun yet.',
  graph: (days: number, most: string, on: string) => `Usage of ${days} days; most on ${on}: ${most}`,
  table: 'As a table',
  day: 'Day',
  down: 'Received',
  up: 'Sent',
  carried: (gb: string) => `From the last period: ${gb}`,
  toppedUp: (gb: string) => `Added: ${gb}`,
};

export const bills = {
  title: 'Bills',
  invoices: 'Invoices',
  payments: 'Payments',
  adjustments: 'Adjustments and refunds',
  kinds: {
    Debit: 'Charged',
    Credit: 'Credited',
    WriteOff: 'Written off',
    Refund: 'Refunded to you',
    DepositRefund: 'Deposit refunded to you',
  },
  noInvoices: 'There is no invoice yet.',
  noPayments: 'There is no payment yet.',
  paid: 'paid',
  due: (day: string) => `due on ${day}`,
  creditNote: 'credit note',
  cancelled: 'cancelled',
  download: (name: string) => `PDF: ${name}`,
  pdf: 'PDF',
  receipt: (id: number) => `Receipt ${id}`,
  modes: { Cash: 'cash', Cheque: 'cheque', Online: 'online' } as Readonly<Record<string, string>>,
};

export const plan = {
  title: 'Plan',
  yours: 'Your plan',
  change: 'Change the plan',
  none: 'No other plan is offered here. Ask your provider.',
  beforeTax: 'Prices are before tax; you see the exact amount before you agree.',
  forMonths: (count: string) => (count === '1' ? 'a month' : `${count} months`),
  forDays: (count: string) => (count === '1' ? 'a day' : `${count} days`),
  now: 'Begin today',
  nextBill: 'With the next bill',
  choose: (name: string) => `Choose ${name}`,
  select: 'Choose',
  topups: 'Add data',
  expiring: 'until the end of the period',
  lasting: 'also in later periods',
  nextPlan: (name: string) => `With the next bill: ${name}`,
};

export const confirm = {
  renewTitle: 'Renew',
  planTitle: 'Change the plan',
  topupTitle: 'Add data',
  what: 'What it costs',
  nothing: 'Nothing is charged now.',
  total: 'Total',
  validUpto: 'Valid up to',
  advanceAfter: 'Paid in advance afterwards',
  owedAfter: 'To pay afterwards',
  missing: (amount: string) => `Pay ${amount} first.`,
  withPayment: 'Pay it now, and the rest is done with the payment.',
  agree: 'Agree',
  cancel: 'Cancel',
  done: 'Done.',
  back: 'Back',
  fromNextBill: 'The plan changes with the next bill. You may choose another one until then.',
};

export const devices = {
  title: 'Devices online',
  none: 'No device is online.',
  device: 'Device',
  unknown: 'unknown',
  since: (at: string) => `since ${at}`,
  disconnect: 'Disconnect',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  done: 'It was disconnected. A router connects again by itself.',
};

export const account = {
  title: 'Account',
  username: 'User name',
  password: 'Password for these pages',
  present: 'Present password',
  new: 'New password',
  change: 'Change the password',
  done: 'The password is changed.',
  connection: 'Password of the connection',
  connectionHint: 'Your router needs it to log in. Change it in the router too, or your connection stops.',
  connectionNew: 'New password of the connection',
  own: 'Your password for these pages',
  connectionMinimum: '8 to 64 letters, digits or signs, no spaces.',
};

/** By the kind of a refusal, and by the reason that it names. */
export const faults = {
  reasons: {
    amt: 'This amount cannot be paid here.',
    seen: 'Your account has changed meanwhile. Look at it again.',
    status: 'This is not possible in the present state of your connection. Ask your provider.',
    missing: 'Something has to be paid first.',
    offer: 'This is not offered any more. Choose again.',
    overdue: 'An invoice is not paid. Pay it first.',
    provider: 'This cannot be done here. Ask your provider.',
    password: 'This is not your password.',
    new_password: 'This password cannot be used: it is too short, or it is known as another password.',
  } as Readonly<Record<string, string>>,
  kinds: {
    unauthenticated: 'The session has ended. Sign in again.',
    forbidden: 'This is not possible here.',
    tooMany: 'Too many attempts. Try again in a few minutes.',
    nasRefused: 'The network has not done it. Try again later.',
    unavailable: 'This is not possible just now. Try again in a few minutes.',
    network: 'No answer. Look at your connection and try again.',
  } as Readonly<Record<string, string>>,
  signIn: 'Wrong user name or password.',
  code: 'The code is wrong, or no longer right. Ask for another.',
  other: 'Something went wrong. Try again later.',
};
