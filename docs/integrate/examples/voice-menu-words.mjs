/** What the menu says, in the languages of `care/language`. */
export const WORDS = {
  en: {
    voice: 'en-IN',
    welcome: 'Welcome.',
    unknown: 'We do not know this number.',
    agent: 'We connect you to a person.',
    pin: 'Please enter your PIN, and then the hash key.',
    right: 'Thank you.',
    wrong: 'That was not right.',
    link: (end) => `A payment link is on its way to your number that ends in ${end}.`,
    docket: (docket) => `Your complaint has the number ${docket}.`,
    callback: 'We will call you back.',
    restart: 'Your connection restarts now.',
  },
  hi: {
    voice: 'hi-IN',
    welcome: 'नमस्ते।',
    unknown: 'यह नंबर हमारे पास दर्ज नहीं है।',
    agent: 'हम आपको हमारे प्रतिनिधि से जोड़ रहे हैं।',
    pin: 'कृपया अपना पिन डालें, फिर हैश दबाएँ।',
    right: 'धन्यवाद।',
    wrong: 'यह सही नहीं था।',
    link: (end) => `भुगतान का लिंक आपके ${end} से समाप्त होने वाले नंबर पर भेजा जा रहा है।`,
    docket: (docket) => `आपकी शिकायत का नंबर ${docket} है।`,
    callback: 'हम आपको वापस कॉल करेंगे।',
    restart: 'आपका कनेक्शन अब फिर से शुरू हो रहा है।',
  },
};
