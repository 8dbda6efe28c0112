/** All that the pages say, apart from what the node sends. */

export const page = {
  empty: 'must not be empty',
  tooShort: (length: number) => `must have at least ${length} characters`,
  title: (isp: string) => `My connection: ${isp}`,
  unknown: 'Page not found',
  unknownHint: 'Open the address that your provider gave you.',
  loading: 'Loading…',
  again: 'Try again',
  language: 'Language',
  skip: 'Skip to content',
  menu: 'Pages',
  help: (isp: string) => `Contact ${isp}:`,
};

export const screens = { home: 'Home', usage: 'Usage', bills: 'Bills', plan: 'Plan', account: 'Account' };

export const signIn = {
  title: 'Sign in',
  username: 'Username',
  password: 'Password',
  submit: 'Sign in',
  withCode: 'Sign in with a code instead',
  withPassword: 'Sign in with your password instead',
  sendCode: 'Send me a code',
  codeHint: 'We send the code to the telephone number or e-mail address that your provider has on record.',
  codeSent: 'If this username is right, a code is on its way. It is valid for ten minutes.',
  code: 'Six-digit code',
  anotherCode: 'Ask for another code',
  byConnection: 'Signing in for the first time? Use the password of your connection, which is in your router.',
  byPassword: 'No password, or forgotten it? Ask your provider for a new one.',
  chooseTitle: 'Choose a password',
  choose: 'Choose a password for these pages. It must differ from the password of your connection.',
  newPassword: 'New password',
  minimum: 'At least 8 characters.',
  save: 'Save password',
  signOut: 'Sign out',
};

export const here = {
  title: 'Your connection',
  text: 'This is about the connection you are using. Sign in to see more.',
};

export const home = {
  hello: (name: string) => `Hello, ${name}`,
  connection: 'Connection',
  plan: 'Plan',
  speed: 'Speed',
  validUpto: 'Valid until',
  nextPlan: 'With the next bill',
  noService: 'You have no connection yet.',
  data: 'Data in this period',
  unlimited: 'unlimited',
  used: (used: string, total: string) => `${used} of ${total}`,
  fullSpeed: 'At full speed; slower afterwards.',
  inAll: (used: string) => `${used} in all, with the slower data.`,
  devices: (count: number) => (count === 1 ? '1 device online' : `${count} devices online`),
  showDevices: 'Devices',
  money: 'To pay',
  nothing: 'Nothing to pay now',
  advance: (amount: string) => `Paid in advance: ${amount}`,
  dueOn: (day: string) => `Due on ${day}`,
  overdue: (day: string) => `Overdue since ${day}`,
  paidUntil: (day: string) => `Paid until ${day}`,
  nextPrice: (price: string) => `Next period: ${price}.`,
  nextDue: (price: string, day: string) => `Next period: ${price}, due on ${day}.`,
  nextPart: (price: string, part: string, day: string) => `Next period: ${price}, of which ${part} is due on ${day}.`,
  nextCovered: (price: string) => `Next period: ${price}, covered by your advance.`,
  nextIncluded: (price: string) => `This includes the next period: ${price}.`,
  renews: (day: string) => `Once you pay, your connection runs until ${day}.`,
  pay: 'Pay',
  payAhead: 'Pay in advance',
  renew: 'Renew',
  topup: 'Add data',
};

export const status = {
  runs: 'Your connection is active.',
  slow: 'You have used up your data, so your connection is slower or stopped. Add data, or wait for the next period.',
  reduced: (used: string, speed: string, upto: string) => `${used} at full speed used; ${speed} until ${upto}.`,
  stopped: (used: string, upto: string) =>
    `${used} used, so your connection has stopped until ${upto}. Add data to go on now.`,
  lower: 'You have used much of your data, so your connection is slower.',
  expired: (day: string) => `Your connection expired on ${day}. Paying renews it.`,
  NewRequest: 'Your connection has not started yet.',
  NP: 'Your connection is slower because of an unpaid invoice.',
  NPD: 'Your connection has stopped because of an unpaid amount. If you have paid, ask your provider.',
  Suspend: 'Your connection is suspended. Ask your provider.',
};

export const pay = {
  title: 'Pay',
  amount: 'Amount',
  nothing: 'There is nothing to pay.',
  how: 'How to pay',
  atProvider: 'Pay your provider in the usual way, and give your username:',
  page: 'Pay on your provider’s page',
  online: 'Pay online',
  with: (gateway: string) => `Pay with ${gateway}`,
  begun: (amount: string) => `Your payment of ${amount} has not arrived yet.`,
  goOn: 'Continue this payment',
  received: (amount: string) => `We have received your payment of ${amount}. Thank you.`,
  renewed: (day: string) => `Renewed until ${day}.`,
  planChanged: (day: string) => `Your new plan runs until ${day}.`,
  added: (gb: string, day: string | null) => (day ? `${gb} added until ${day}.` : `${gb} added.`),
  undone: (amount: string) =>
    `We have received your payment of ${amount}. Your order could no longer be carried out, because something changed in the meantime; the money is now your advance.`,
  held: (amount: string) => `We have received your payment of ${amount} and are checking it.`,
  mobile: 'Telephone',
  email: 'E-mail',
};

export const usage = {
  title: 'Usage',
  period: (from: string, upto: string) => `${from} to ${upto}`,
  none: 'No usage in this period.',
  noPeriod: 'No period has started yet.',
  graph: (days: number, most: string, on: string) => `Usage over ${days} days; most on ${on}: ${most}`,
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
  noInvoices: 'No invoices yet.',
  noPayments: 'No payments yet.',
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
  change: 'Change plan',
  none: 'No other plan is available here. Ask your provider.',
  withTax: 'Prices include tax.',
  forMonths: (count: string) => (count === '1' ? 'a month' : `${count} months`),
  forDays: (count: string) => (count === '1' ? 'a day' : `${count} days`),
  now: 'Start today',
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
  planTitle: 'Change plan',
  topupTitle: 'Add data',
  what: 'Cost',
  nothing: 'You pay nothing now.',
  total: 'Total',
  validUpto: 'Valid until',
  advanceAfter: 'Your advance afterwards',
  owedAfter: 'To pay afterwards',
  missing: (amount: string) => `Pay ${amount} first.`,
  withPayment: 'Pay now; the change takes effect with your payment.',
  agree: 'Agree',
  cancel: 'Cancel',
  done: 'Done.',
  back: 'Back',
  fromNextBill: 'Your plan changes with the next bill. You can choose another one until then.',
};

export const devices = {
  title: 'Devices online',
  none: 'No devices online.',
  device: 'Device',
  unknown: 'unknown',
  since: (at: string) => `since ${at}`,
  disconnect: 'Disconnect',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  done: 'Disconnected. A router reconnects by itself.',
};

export const account = {
  title: 'Account',
  username: 'Username',
  password: 'Password for these pages',
  present: 'Current password',
  new: 'New password',
  change: 'Change password',
  done: 'Your password has been changed.',
  connection: 'Password of the connection',
  connectionHint: 'Your router uses it to log in. Change it in the router too, or your connection will stop.',
  connectionNew: 'New password of the connection',
  own: 'Your password for these pages',
  connectionMinimum: '8 to 64 letters, digits or signs, no spaces.',
};

/** By the kind of a refusal, and by the reason that it names. */
export const faults = {
  reasons: {
    amt: 'You cannot pay this amount here.',
    seen: 'Your account has changed in the meantime. Look at it again.',
    status: 'You cannot do this in the present state of your connection. Ask your provider.',
    missing: 'You have to pay an open amount first.',
    offer: 'This is no longer available. Choose again.',
    overdue: 'You have an unpaid invoice. Pay it first.',
    provider: 'You cannot do this here. Ask your provider.',
    password: 'The password is wrong.',
    new_password: 'Choose another password: this one is too short, or you already use it elsewhere.',
  } as Readonly<Record<string, string>>,
  kinds: {
    unauthenticated: 'Your session has ended. Sign in again.',
    forbidden: 'You cannot do this here.',
    tooMany: 'Too many attempts. Try again in a few minutes.',
    nasRefused: 'The device could not be disconnected. Try again in a minute.',
    unavailable: 'This does not work at the moment. Try again in a few minutes.',
    network: 'No answer. Check your connection and try again.',
  } as Readonly<Record<string, string>>,
  signIn: 'Wrong username or password.',
  code: 'The code is wrong or has expired. Ask for another.',
  other: 'Something went wrong. Try again later.',
};
