/** पेजों के सभी शब्द। */

export const page = {
  empty: 'खाली नहीं हो सकता',
  tooShort: (length: number) => `कम से कम ${length} अक्षर होने चाहिए`,
  title: (isp: string) => `मेरा कनेक्शन: ${isp}`,
  unknown: 'ये पेज यहाँ नहीं हैं',
  unknownHint: 'वही पता खोलें जो आपके प्रदाता ने दिया है।',
  loading: 'लोड हो रहा है…',
  again: 'फिर कोशिश करें',
  language: 'भाषा',
  skip: 'सामग्री पर जाएँ',
  menu: 'पेज',
  help: (isp: string) => `${isp} आपकी मदद करता है:`,
};

export const screens = { home: 'होम', usage: 'उपयोग', bills: 'बिल', plan: 'प्लान', account: 'खाता' };

export const signIn = {
  title: 'साइन इन करें',
  username: 'यूज़र नेम',
  password: 'पासवर्ड',
  submit: 'साइन इन करें',
  withCode: 'कोड से साइन इन करें',
  withPassword: 'पासवर्ड से साइन इन करें',
  sendCode: 'मुझे कोड भेजें',
  codeHint: 'कोड उस फ़ोन नंबर या ई-मेल पर आता है जो आपके प्रदाता के पास है।',
  codeSent: 'यदि यह नाम सही है, तो कोड आ रहा है। यह दस मिनट तक सही है।',
  code: 'छह अंकों का कोड',
  anotherCode: 'दूसरा कोड माँगें',
  byConnection: 'पहली बार: आपके कनेक्शन का पासवर्ड, जो आपके राउटर में है।',
  byPassword: 'पासवर्ड नहीं है या भूल गए? आपका प्रदाता नया देता है।',
  chooseTitle: 'पासवर्ड चुनें',
  choose: 'इन पेजों के लिए पासवर्ड चुनें। यह आपके कनेक्शन का पासवर्ड नहीं है।',
  newPassword: 'नया पासवर्ड',
  minimum: 'कम से कम 8 अक्षर।',
  save: 'पासवर्ड सहेजें',
  signOut: 'साइन आउट करें',
};

export const here = {
  title: 'आपका कनेक्शन',
  text: 'जिस कनेक्शन का आप उपयोग कर रहे हैं, उसे इसकी ज़रूरत है। और देखने के लिए साइन इन करें।',
};

export const home = {
  hello: (name: string) => `नमस्ते, ${name}`,
  connection: 'कनेक्शन',
  plan: 'प्लान',
  speed: 'गति',
  validUpto: 'इस दिन तक मान्य',
  nextPlan: 'अगले बिल के साथ',
  noService: 'यहाँ आपका कोई कनेक्शन नहीं है।',
  data: 'इस अवधि का डेटा',
  unlimited: 'असीमित',
  used: (used: string, total: string) => `${total} में से ${used}`,
  fullSpeed: 'पूरी गति से; उसके बाद धीमी गति।',
  inAll: (used: string) => `धीमी गति के डेटा सहित कुल ${used}।`,
  devices: (count: number) => `${count} डिवाइस ऑनलाइन`,
  showDevices: 'डिवाइस',
  money: 'देय राशि',
  nothing: 'अभी कुछ देना नहीं है',
  advance: (amount: string) => `अग्रिम भुगतान: ${amount}`,
  dueOn: (day: string) => `${day} तक देय`,
  overdue: (day: string) => `${day} तक देना था`,
  paidUntil: (day: string) => `${day} तक का भुगतान हो चुका है`,
  nextPrice: (price: string) => `अगली अवधि का मूल्य ${price} है।`,
  nextDue: (price: string, day: string) => `अगली अवधि का मूल्य ${price} है, ${day} तक देय।`,
  nextPart: (price: string, part: string, day: string) =>
    `अगली अवधि का मूल्य ${price} है, जिसमें से ${part} का भुगतान ${day} तक करना है।`,
  nextCovered: (price: string) => `अगली अवधि का मूल्य ${price} है, जो आपके अग्रिम से चुकाया जाएगा।`,
  nextIncluded: (price: string) => `इसमें अगली अवधि का मूल्य ${price} शामिल है।`,
  renews: (day: string) => `भुगतान के बाद आपका कनेक्शन ${day} तक चलेगा।`,
  pay: 'भुगतान करें',
  payAhead: 'अग्रिम भुगतान करें',
  renew: 'नवीनीकरण करें',
  topup: 'डेटा जोड़ें',
};

export const status = {
  runs: 'आपका कनेक्शन चल रहा है।',
  slow: 'आपका डेटा समाप्त हो गया है, इसलिए कनेक्शन धीमा या बंद है। डेटा जोड़ें, या अगली अवधि की प्रतीक्षा करें।',
  reduced: (used: string, speed: string, upto: string) => `पूरी गति के ${used} उपयोग हो गए; ${upto} तक ${speed} की गति।`,
  stopped: (used: string, upto: string) =>
    `${used} उपयोग हो गए, इसलिए कनेक्शन ${upto} तक बंद है। अभी चालू करने के लिए डेटा जोड़ें।`,
  lower: 'आपने बहुत डेटा उपयोग किया है, इसलिए कनेक्शन धीमा है।',
  expired: (day: string) => `आपके कनेक्शन की अवधि ${day} को समाप्त हो गई। भुगतान करते ही इसका नवीनीकरण हो जाएगा।`,
  NewRequest: 'आपका कनेक्शन अभी शुरू नहीं हुआ है।',
  NP: 'एक बिल का भुगतान नहीं हुआ है, इसलिए कनेक्शन धीमा है।',
  NPD: 'भुगतान नहीं हुआ है, इसलिए कनेक्शन बंद है। भुगतान किया है तो प्रदाता से पूछें।',
  Suspend: 'आपका कनेक्शन निलंबित है। अपने प्रदाता से पूछें।',
};

export const pay = {
  title: 'भुगतान',
  amount: 'राशि',
  nothing: 'कुछ देना नहीं है।',
  how: 'भुगतान कैसे करें',
  atProvider: 'अपने प्रदाता को उसी तरह भुगतान करें जैसे आप जानते हैं, और अपना यूज़र नेम बताएँ:',
  page: 'प्रदाता के पेज पर भुगतान करें',
  online: 'ऑनलाइन भुगतान करें',
  with: (gateway: string) => `${gateway} से भुगतान करें`,
  begun: (amount: string) => `${amount} का भुगतान अभी नहीं पहुँचा है।`,
  goOn: 'यह भुगतान जारी रखें',
  received: (amount: string) => `${amount} का भुगतान मिल गया। धन्यवाद।`,
  renewed: (day: string) => `${day} तक नवीनीकरण हो गया।`,
  planChanged: (day: string) => `आपका नया प्लान ${day} तक चलेगा।`,
  added: (gb: string, day: string | null) => (day ? `${day} तक के लिए ${gb} जोड़े गए।` : `${gb} जोड़े गए।`),
  undone: (amount: string) =>
    `${amount} का भुगतान मिल गया है। इस बीच कुछ बदल गया, इसलिए जिसके लिए था वह नहीं हो सका; यह राशि आपकी अग्रिम राशि है।`,
  held: (amount: string) => `${amount} का भुगतान मिल गया है, और उसकी जाँच हो रही है।`,
  mobile: 'टेलीफ़ोन',
  email: 'ई-मेल',
};

export const usage = {
  title: 'उपयोग',
  period: (from: string, upto: string) => `${from} से ${upto}`,
  none: 'इस अवधि में कुछ उपयोग नहीं हुआ।',
  noPeriod: 'अभी कोई अवधि शुरू नहीं हुई है।',
  graph: (days: number, most: string, on: string) => `${days} दिनों का उपयोग; सबसे अधिक ${on} को: ${most}`,
  table: 'तालिका के रूप में',
  day: 'दिन',
  down: 'प्राप्त',
  up: 'भेजा',
  carried: (gb: string) => `पिछली अवधि से: ${gb}`,
  toppedUp: (gb: string) => `जोड़ा गया: ${gb}`,
};

export const bills = {
  title: 'बिल',
  invoices: 'इनवॉइस',
  payments: 'भुगतान',
  adjustments: 'समायोजन और रिफ़ंड',
  kinds: {
    Debit: 'शुल्क लगाया गया',
    Credit: 'क्रेडिट दिया गया',
    WriteOff: 'बकाया छोड़ा गया',
    Refund: 'आपको लौटाया गया',
    DepositRefund: 'जमानत राशि लौटाई गई',
  },
  noInvoices: 'अभी कोई इनवॉइस नहीं है।',
  noPayments: 'अभी कोई भुगतान नहीं है।',
  paid: 'भुगतान हो गया',
  due: (day: string) => `${day} तक देय`,
  creditNote: 'क्रेडिट नोट',
  cancelled: 'रद्द',
  download: (name: string) => `PDF: ${name}`,
  pdf: 'PDF',
  receipt: (id: number) => `रसीद ${id}`,
  modes: { Cash: 'नकद', Cheque: 'चेक', Online: 'ऑनलाइन' } as Readonly<Record<string, string>>,
};

export const plan = {
  title: 'प्लान',
  yours: 'आपका प्लान',
  change: 'प्लान बदलें',
  none: 'यहाँ कोई और प्लान नहीं है। अपने प्रदाता से पूछें।',
  withTax: 'मूल्यों में कर शामिल है।',
  forMonths: (count: string) => (count === '1' ? 'एक महीना' : `${count} महीने`),
  forDays: (count: string) => (count === '1' ? 'एक दिन' : `${count} दिन`),
  now: 'आज से शुरू करें',
  nextBill: 'अगले बिल के साथ',
  choose: (name: string) => `${name} चुनें`,
  select: 'चुनें',
  topups: 'डेटा जोड़ें',
  expiring: 'अवधि के अंत तक',
  lasting: 'बाद की अवधियों में भी',
  nextPlan: (name: string) => `अगले बिल के साथ: ${name}`,
};

export const confirm = {
  renewTitle: 'नवीनीकरण',
  planTitle: 'प्लान बदलें',
  topupTitle: 'डेटा जोड़ें',
  what: 'इसका मूल्य',
  nothing: 'अभी कुछ नहीं लिया जाएगा।',
  total: 'कुल',
  validUpto: 'इस दिन तक मान्य',
  advanceAfter: 'इसके बाद अग्रिम',
  owedAfter: 'इसके बाद देय',
  missing: (amount: string) => `पहले ${amount} का भुगतान करें।`,
  withPayment: 'अभी भुगतान करें, बाकी भुगतान के साथ हो जाता है।',
  agree: 'सहमत हूँ',
  cancel: 'रद्द करें',
  done: 'हो गया।',
  back: 'वापस',
  fromNextBill: 'प्लान अगले बिल के साथ बदलेगा। तब तक आप दूसरा चुन सकते हैं।',
};

export const devices = {
  title: 'ऑनलाइन डिवाइस',
  none: 'कोई डिवाइस ऑनलाइन नहीं है।',
  device: 'डिवाइस',
  unknown: 'अज्ञात',
  since: (at: string) => `${at} से`,
  disconnect: 'डिस्कनेक्ट करें',
  disconnectNamed: (name: string) => `${name} को डिस्कनेक्ट करें`,
  done: 'डिस्कनेक्ट हो गया। राउटर अपने आप फिर जुड़ जाता है।',
};

export const account = {
  title: 'खाता',
  username: 'यूज़र नेम',
  password: 'इन पेजों का पासवर्ड',
  present: 'वर्तमान पासवर्ड',
  new: 'नया पासवर्ड',
  change: 'पासवर्ड बदलें',
  done: 'पासवर्ड बदल गया।',
  connection: 'कनेक्शन का पासवर्ड',
  connectionHint: 'आपके राउटर को इसकी ज़रूरत है। राउटर में भी बदलें, नहीं तो कनेक्शन बंद हो जाएगा।',
  connectionNew: 'कनेक्शन का नया पासवर्ड',
  own: 'इन पेजों का आपका पासवर्ड',
  connectionMinimum: '8 से 64 अक्षर, अंक या चिह्न, बिना खाली जगह।',
};

export const faults = {
  reasons: {
    amt: 'यह राशि यहाँ नहीं चुकाई जा सकती।',
    seen: 'इस बीच आपका खाता बदल गया है। फिर से देखें।',
    status: 'आपके कनेक्शन की वर्तमान स्थिति में यह संभव नहीं है। प्रदाता से पूछें।',
    missing: 'पहले कुछ भुगतान करना होगा।',
    offer: 'यह अब उपलब्ध नहीं है। फिर से चुनें।',
    overdue: 'एक इनवॉइस का भुगतान नहीं हुआ है। पहले उसका भुगतान करें।',
    provider: 'यह यहाँ नहीं हो सकता। अपने प्रदाता से पूछें।',
    password: 'यह आपका पासवर्ड नहीं है।',
    new_password: 'यह पासवर्ड नहीं चल सकता: बहुत छोटा है, या किसी दूसरे पासवर्ड के समान है।',
  } as Readonly<Record<string, string>>,
  kinds: {
    unauthenticated: 'सत्र समाप्त हो गया। फिर साइन इन करें।',
    forbidden: 'यह यहाँ संभव नहीं है।',
    tooMany: 'बहुत अधिक प्रयास। कुछ मिनट बाद कोशिश करें।',
    nasRefused: 'नेटवर्क ने यह नहीं किया। बाद में कोशिश करें।',
    unavailable: 'अभी यह संभव नहीं है। कुछ मिनट बाद कोशिश करें।',
    network: 'कोई उत्तर नहीं। अपना कनेक्शन देखें और फिर कोशिश करें।',
  } as Readonly<Record<string, string>>,
  signIn: 'यूज़र नेम या पासवर्ड गलत है।',
  code: 'कोड गलत है, या अब सही नहीं है। दूसरा माँगें।',
  other: 'कुछ गलत हुआ। बाद में कोशिश करें।',
};
