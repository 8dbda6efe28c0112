/** What the staff notes about a customer. */
export const noteCard = {
  title: 'नोट',
  add: 'नोट जोड़ें',
  pin: 'ऊपर रखें',
  unpin: 'ऊपर से हटाएँ',
  remove: 'मिटाएँ',
  removeTitle: 'यह नोट मिटाएँ?',
  removeLead: 'यह किसी को नहीं दिखेगा। ऑडिट में इसका लिखा बना रहेगा।',
  none: 'अभी कोई नोट नहीं',
  shared: 'साझा',
} as const;

/** The screen that a telephone system opens with the number of a caller. */
export const calling = {
  screen: 'कॉल करने वाला',
  title: (number: string) => `${number} का कॉल`,
  several: 'यह नंबर कई सब्सक्राइबर का है।',
  nobody: 'यह नंबर किसी सब्सक्राइबर का नहीं है',
  nobodyHint: 'कॉल अनजान के नाम से दर्ज किया गया है। हो सकता है कोई नया कनेक्शन चाहता हो।',
  noNumber: 'कोई नंबर नहीं दिया गया',
  noNumberHint: 'टेलीफ़ोन सिस्टम यह पेज कॉल करने वाले के नंबर के साथ खोलता है: /console/call?from=…',
  notLogged: (why: string) => `कॉल दर्ज नहीं हुआ: ${why}`,
} as const;
