/** What a change does, in sentences: shown before it is made. */
export const effects = {
  suspends: 'सेवा तुरंत बंद होगी और बहाल किए जाने तक बंद रहेगी।',
  suspensionEnds: 'निलंबन समाप्त होगा।',
  promised: (upto: string) => `भुगतान के वादे पर ${upto} तक पूरी सेवा मिलेगी।`,
  resumes: 'पूरी सेवा फिर से मिलेगी।',
  begins: 'सेवा शुरू होगी।',
  reduces: 'भुगतान न होने के कारण स्पीड घटेगी।',
  cutsOff: 'भुगतान न होने के कारण सेवा बंद होगी।',
  today: 'आज',
  tomorrow: 'कल',
  on: (day: string) => `${day} को`,
  firstPeriod: (when: string, upto: string) => `पहला चक्र ${when} शुरू होगा और ${upto} को समाप्त होगा।`,
  renews: (when: string, before: string, after: string) => `${when} नवीनीकरण होगा: वैधता ${before} के बजाय ${after} तक।`,
  newPeriod: (when: string, before: string, after: string) =>
    `${when} नया चक्र शुरू होगा: वैधता ${before} के बजाय ${after} तक।`,
  nextPeriod: (when: string, upto: string) => `नया चक्र ${when} शुरू होगा और ${upto} को समाप्त होगा।`,
  validUntil: (before: string, after: string) => `वैधता ${before} के बजाय ${after} तक।`,
  changesPlan: (before: string, after: string) => `प्लान ${before} से बदलकर ${after} होगा।`,
  changesPlanLater: (before: string, after: string) =>
    `अगले बिल के साथ प्लान ${before} से बदलकर ${after} होगा। तब तक कुछ नहीं बदलेगा।`,
  /** Of days. */
  chargedFor: (amount: string, days: string) => `${days} का शुल्क ${amount}।`,
  creditedFor: (amount: string, days: string) => `${days} के ${amount} वापस जमा।`,
  /** Of anything else. */
  charged: (amount: string, what: string) => `शुल्क ${amount}: ${what}।`,
  credited: (amount: string, what: string) => `वापस जमा ${amount}: ${what}।`,
  days: (from: string, upto: string) => (from === upto ? from : `${from} से ${upto}`),
  unusedDays: (count: number, days: string) => `${count} बचे हुए दिन (${days})`,
  unused: (item: string) => `${item}, बचे हुए दिन`,
  topup: 'टॉप-अप',
  topupOf: (name: string) => `टॉप-अप: ${name}`,
  kinds: {
    installation: 'इंस्टॉलेशन',
    bounce_fee: 'लौटे भुगतान का शुल्क',
    late_fee: 'विलंब शुल्क',
    late_fee_return: 'विलंब शुल्क की वापसी',
  },
  due: (amount: string) => `इसके बाद ${amount} बकाया रहेगा।`,
  nothingDue: 'इसके बाद कुछ बकाया नहीं रहेगा।',
  inAdvance: (amount: string) => `इसके बाद ${amount} अग्रिम जमा रहेगा।`,
};

/** What was done, with the person and the amount: said after it was made. */
export const told = {
  renew: (name: string, upto: string) => `${name} का नवीनीकरण ${upto} तक हो गया।`,
  suspend: (name: string) => `${name} की सेवा निलंबित की गई।`,
  restore: (name: string) => `${name} की सेवा बहाल की गई।`,
  bill: (name: string) => `${name} का बिल बन गया।`,
  topup: (name: string) => `${name} के लिए डेटा जोड़ा गया।`,
  planchange: (name: string, plan: string) => `${name} का प्लान अब ${plan} है।`,
  planchangeLater: (name: string, plan: string) => `${name} का प्लान अगले बिल के साथ ${plan} होगा।`,
  credited: (amount: string, name: string) => `${name} के खाते में ${amount} जमा किए गए।`,
  debited: (amount: string, name: string) => `${name} के खाते में ${amount} नामे डाले गए।`,
  writtenOff: (amount: string, name: string) => `${name} के ${amount} बट्टे खाते में डाले गए।`,
  transferred: (amount: string, name: string) => `${name} के ${amount} दूसरी सेवा में गए।`,
  refunded: (amount: string, mode: string, name: string) => `${name} को ${amount} लौटाए गए, ${mode}।`,
  deleted: (name: string) => `${name} की सेवा हटा दी गई।`,
  created: (name: string) => `${name} की सेवा बनाई गई।`,
  charged: (amount: string) => `शुल्क ${amount}।`,
  alsoCredited: (amount: string) => `${amount} वापस जमा हुए।`,
  toWallet: (amount: string, name: string, balance: string) =>
    `${name} के वॉलेट में ${amount} जोड़े गए; अब उसमें ${balance} हैं।`,
  fromWallet: (amount: string, name: string, balance: string) =>
    `${name} के वॉलेट से ${amount} निकाले गए; अब उसमें ${balance} हैं।`,
  cash: (amount: string, name: string, left: string) => `${name} से ${amount} नकद ले लिए गए; ${left} बाकी हैं।`,
  creditsAdded: (credits: string, name: string, balance: string) =>
    `${name} को ${credits} क्रेडिट दिए गए; अब उसके पास ${balance} हैं।`,
  creditsTaken: (credits: string, name: string, balance: string) =>
    `${name} से ${credits} क्रेडिट लिए गए; अब उसके पास ${balance} हैं।`,
};
