/** Saved views of lists. */
export const views = {
  title: 'व्यू',
  shown: (name: string) => `व्यू: ${name}`,
  standard: 'सामान्य व्यू',
  hint: 'फ़िल्टर, क्रम या कॉलम चुनें, फिर उन्हें यहाँ किसी नाम से सहेजें।',
  save: 'व्यू के रूप में सहेजें',
  saveChanges: (name: string) => `“${name}” में बदलाव सहेजें`,
  rename: (name: string) => `“${name}” का नाम बदलें`,
  remove: (name: string) => `“${name}” हटाएँ`,
  removeLead: 'केवल यह व्यू हटेगा। रिकॉर्ड वैसे ही रहेंगे।',
  name: 'नाम',
  kept: 'यह व्यू इसी ब्राउज़र में रहेगा और केवल आपको दिखेगा।',
  replaces: 'इसी नाम का मौजूदा व्यू बदल जाएगा।',
  taken: 'इस नाम का व्यू पहले से है।',
};
