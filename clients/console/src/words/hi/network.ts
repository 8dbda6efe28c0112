/** Screens of the network: proxies, NAT, pools; and the top-up plans. */
export const proxies = {
  title: 'RADIUS प्रॉक्सी',
  name: 'नाम',
  ip: 'पता',
  nases: 'NAS',
  coaPort: 'CoA पोर्ट',
  tls: 'TLS पहचान',
  description: 'विवरण',
  add: 'प्रॉक्सी जोड़ें',
  edit: 'प्रॉक्सी बदलें',
  remove: 'प्रॉक्सी हटाएँ',
  removeLead: 'इसके पैकेटों का जवाब अब नहीं दिया जाएगा। जिस प्रॉक्सी से NAS जुड़े हों, उसे हटाया नहीं जा सकता।',
  unknown: 'अनजान NAS',
  unknownLead: 'प्रॉक्सी अपने पैकेटों में ये NAS बताते हैं, जिन्हें कोई नहीं जानता। इन्हें जवाब नहीं मिलता।',
  identifier: 'NAS-Identifier',
  emptyTitle: 'कोई प्रॉक्सी नहीं है',
  emptyHint: 'NAS सीधे यहाँ भेज सकते हैं। बीच में कोई प्रॉक्सी हो, तो उसे जोड़ें।',
};

export const nat = {
  title: 'NAT नियम',
  nas: 'NAS',
  inside: 'अंदर के पते',
  public: 'सार्वजनिक पते',
  ports: 'हर एक के पोर्ट',
  portRange: 'किन पोर्टों में से',
  from: 'कब से लागू',
  upto: 'कब तक',
  inForce: 'लागू है',
  notes: 'टिप्पणी',
  add: 'नियम जोड़ें',
  edit: 'नियम समाप्त करें या टिप्पणी लिखें',
  remove: 'नियम हटाएँ',
  removeLead:
    'उस समय कौन सा पोर्ट किसके पास था, यह फिर नहीं बताया जा सकेगा। नियम कभी लागू रहा हो, तो हटाने के बजाय उसे समाप्त करें।',
  emptyTitle: 'कोई NAT नियम नहीं है',
  emptyHint: 'नियम बताता है कि सार्वजनिक पते के कौन से पोर्ट अंदर के किस पते के हैं, ताकि सब्सक्राइबर को उनसे खोजा जा सके।',
};

/** Log-ins that RADIUS refused. */
export const rejects = {
  title: 'अस्वीकृत लॉगिन',
  at: 'समय',
  username: 'यूज़रनेम',
  kind: 'कारण',
  details: 'विवरण',
  nas: 'NAS',
  mac: 'MAC',
  protocol: 'तरीका',
  day: 'दिन',
  kinds: {
    wrong_password: 'गलत पासवर्ड',
    unknown_user: 'अज्ञात यूज़रनेम',
    not_entitled: 'सेवा चालू नहीं',
    other_mac: 'दूसरा डिवाइस',
    in_use: 'पहले से ऑनलाइन',
    no_address: 'कोई पता खाली नहीं',
    not_served: 'इस NAS पर सेवा नहीं',
    other: 'अन्य',
  },
  meanings: {
    wrong_password: [
      'पासवर्ड सेवा का पासवर्ड नहीं है।',
      'राउटर पर फिर से डालें। अगर एक NAS के ज़्यादातर लॉगिन अस्वीकृत हैं, तो उसका RADIUS सीक्रेट मिलाएँ।',
    ],
    unknown_user: ['इस यूज़रनेम की कोई सेवा नहीं है।', 'राउटर पर ठीक करें। अगर सेवा बंद हो चुकी है, तो राउटर वापस लें या बंद करें।'],
    not_entitled: [
      'सेवा का भुगतान नहीं हुआ, वह निलंबित, समाप्त या खर्च हो चुकी है, या शुरू नहीं हुई।',
      'ग्राहक खोलें: उसका पेज बताता है कि वह फिर ऑनलाइन कैसे होगा।',
    ],
    other_mac: ['सेवा किसी दूसरे डिवाइस से बँधी है।', 'अगर ग्राहक का राउटर नया है, तो सेवा से MAC पता हटाएँ।'],
    in_use: [
      'सेवा जितनी बार ऑनलाइन हो सकती है, उतनी बार है।',
      'जो सेशन असल में नहीं है उसे काटें, या एक साथ ज़्यादा सेशन की अनुमति दें।',
    ],
    no_address: ['IP पूल में कोई पता खाली नहीं है।', 'पूल बढ़ाएँ, या समाप्त सेशन के पते कम समय रखें।'],
    not_served: ['यह NAS सेवा के रीसेलर के लिए नहीं है।', 'NAS रीसेलर के साथ साझा करें, या ग्राहक को उसके NAS से जोड़ें।'],
    other: ['दूसरे प्रकार के कारण।', 'सूची खोलें: हर लॉगिन का कारण लिखा है।'],
  },
  compare: 'तुलना',
  compared: 'अस्वीकृत लॉगिन, कल और पिछले हफ़्ते की तुलना में',
  groupedBy: 'किसके अनुसार',
  by: { reason: 'कारण', nas: 'NAS', plan: 'प्लान', location: 'लोकेशन', device: 'डिवाइस' },
  inAll: (count: string) => `पिछले 24 घंटों में ${count}`,
  lastDay: '24 घंटे',
  yesterday: 'कल से',
  lastWeek: 'पिछले हफ़्ते से',
  more: (count: string) => `${count} ज़्यादा`,
  fewer: (count: string) => `${count} कम`,
  asMany: 'उतने ही',
  list: (name: string) => `लॉगिन: ${name}`,
  noGroups: 'कोई लॉगिन अस्वीकृत नहीं हुआ।',
  counted: 'पिछले 24 घंटों में अस्वीकृत, कारण के अनुसार',
  countedOn: (day: string) => `${day} को अस्वीकृत, कारण के अनुसार`,
  emptyTitle: 'पिछले 24 घंटों में कोई लॉगिन अस्वीकृत नहीं हुआ',
  emptyHint: 'और पहले के लॉगिन देखने के लिए कोई दिन चुनें।',
};

/** What a service, a NAS or a plan transfers. */
export const traffic = {
  title: 'ट्रैफ़िक, Mbit/s में',
  period: 'दिखाया गया समय',
  day: '24 घंटे',
  week: '7 दिन',
  down: 'डाउनलोड',
  up: 'अपलोड',
  none: 'इस समय कोई ट्रैफ़िक नहीं।',
};

/** Who had an address, and when. */
export const trace = {
  title: 'पता किसके पास था',
  lead: 'वह सेशन खोजता है जिसके पास कोई पता था, चाहे सेशन चल रहा हो या समाप्त हो चुका हो। हर सवाल अपने कारण के साथ ऑडिट में दर्ज होता है।',
  earlier: (ip: string) => `${ip} पहले किसके पास था?`,
  ip: 'IP पता',
  ipHint: 'IPv4 या IPv6',
  port: 'पोर्ट',
  portHint: 'उस सार्वजनिक पते का, जो NAT से कई लोगों का साझा हो',
  at: 'कब',
  atHint: (zone: string) => `समय क्षेत्र ${zone}`,
  upto: 'कब तक',
  uptoHint: 'खाली: केवल उसी क्षण',
  reason: 'कारण',
  reasonHint: 'जैसे टिकट का नंबर, या पत्र और उसकी तारीख',
  find: 'खोजें',
  subscriber: 'सब्सक्राइबर',
  customer: 'ग्राहक',
  certainty: 'कितना पक्का',
  certainties: { certain: 'पक्का', probable: 'संभावित', ambiguous: 'अस्पष्ट' },
  /** What they come to. Empty: the node's sentence says it. */
  meanings: {
    certain: 'NAS की रिपोर्ट के अनुसार उस समय पता इसी के पास था, और किसी के पास नहीं।',
    probable: 'पता शायद इसी के पास था; उस समय की NAS की रिपोर्ट पूरी नहीं है।',
    ambiguous: 'उस समय पता एक से ज़्यादा सब्सक्राइबरों का हो सकता था।',
  },
  time: 'समय',
  stillOpen: 'अभी चल रहा है',
  line: 'NAS, MAC',
  inside: 'अंदर का पता, पोर्ट',
  cut: (count: number) => `केवल पहले ${count} दिखाए गए हैं। कम समय के लिए खोजें।`,
  noneTitle: 'उस समय यह पता किसी सेशन के पास नहीं था',
  noneHint: 'पता, दिन और समय जाँचें। NAT हो, तो सार्वजनिक पता और उसका पोर्ट देकर खोजें।',
};

export const ip6Pools = {
  title: 'IPv6 पूल',
  name: 'नाम',
  prefix: 'नेटवर्क',
  length: 'प्रीफ़िक्स की लंबाई',
  kind: 'प्रकार',
  leased: 'उपयोग में',
  free: 'खाली',
  add: 'पूल जोड़ें',
  edit: 'पूल बदलें',
  remove: 'पूल हटाएँ',
  removeLead: 'इसके प्रीफ़िक्स अब नहीं दिए जाएँगे। जिस पूल के प्रीफ़िक्स उपयोग में हों, या जो किसी प्लान में हो, उसे हटाया नहीं जा सकता।',
  emptyTitle: 'कोई IPv6 पूल नहीं है',
  emptyHint: 'प्लान जो पूल बताए, RADIUS उसी से हर सब्सक्राइबर को प्रीफ़िक्स देता है।',
};

export const nasPools = {
  title: 'NAS के पूल',
  name: 'नाम',
  notes: 'टिप्पणी',
  created: 'कब बना',
  add: 'पूल जोड़ें',
  edit: 'पूल बदलें',
  remove: 'पूल हटाएँ',
  removeLead: 'जो पूल किसी प्लान में हो, उसे हटाया नहीं जा सकता।',
  emptyTitle: 'NAS का कोई पूल नहीं है',
  emptyHint: 'NAS पर जो पूल बने हैं, उनके नाम यहाँ लिखें; तब प्लान के स्तर उनका उपयोग कर सकते हैं।',
};

export const topupPlans = {
  title: 'टॉप-अप प्लान',
  name: 'नाम',
  gb: 'डेटा',
  amt: 'मूल्य',
  type: 'बचा हुआ डेटा',
  add: 'टॉप-अप प्लान जोड़ें',
  edit: 'टॉप-अप प्लान बदलें',
  remove: 'टॉप-अप प्लान हटाएँ',
  removeLead: 'यह अब नहीं बिकेगा। जो बिक चुका है, वह बना रहेगा।',
  emptyTitle: 'कोई टॉप-अप प्लान नहीं है',
  emptyHint: 'जिन सब्सक्राइबरों का डेटा खत्म हो गया हो, उनके लिए अतिरिक्त डेटा।',
};

/** By what a service logs in without a password. */
export const identities = {
  title: 'लाइन और डिवाइस',
  lead: 'IPoE वाले NAS पर बिना पासवर्ड लॉग इन होता है।',
  circuit: 'Circuit ID',
  remote: 'Remote ID',
  mac: 'MAC',
  added: 'कब जोड़ा',
  addLine: 'लाइन जोड़ें',
  addDevice: 'डिवाइस जोड़ें',
  remove: 'हटाएँ',
  removeTitle: (name: string) => `${name} हटाएँ`,
  removeLead: 'इससे अगला लॉगिन अस्वीकार होगा। चल रहा सेशन चलता रहेगा।',
  none: 'न कोई लाइन है, न डिवाइस। यह सब्सक्राइबर पासवर्ड से लॉग इन करता है।',
};

export const linkedChats = {
  unlink: 'WhatsApp अलग करें',
  title: (name: string) => `${name} की WhatsApp चैट अलग करें`,
  lead: 'खोए हुए फ़ोन के लिए। जो चैट अपना नंबर छिपाती है, उसे बॉट फिर तभी पहचानेगा जब दर्ज नंबर पर भेजा गया नया कोड उसे जोड़ेगा।',
};

export const portalPassword = {
  set: 'पोर्टल का पासवर्ड',
  title: (name: string) => `${name} का पोर्टल पासवर्ड`,
  lead: '/my के लिए। ग्राहक वहाँ से साइन आउट हो जाएगा। इसे बंद करने से पहले ग्राहक को पासवर्ड बता दें।',
  password: 'नया पासवर्ड',
  hint: 'कम से कम 8 अक्षर',
};
