/** Adjustments, write-offs and refunds of a subscriber. */
export const adjusting = {
  adjustTitle: 'खाते में समायोजन करें',
  writeOffTitle: 'बकाया राशि बट्टे खाते में डालें',
  writeOffLead: 'बकाया छोड़ दिया जाएगा और वापस नहीं लाया जा सकेगा। स्थिति वैसी ही रहेगी।',
  deleteTitle: 'सेवा हटाएँ',
  deleteLead: 'आख़िरी बिल बनेगा और जमा राशि लौटाई जाएगी। सेवा वापस नहीं लाई जा सकेगी; उसका इतिहास बना रहेगा।',
  writeOffReason: 'बची बकाया राशि बट्टे खाते में डालने का कारण',
  refundTitle: 'पैसे लौटाएँ',
  type: 'दिशा',
  types: { Credit: 'जमा', Debit: 'नामे' },
  tax: 'कर',
  taxes: { Inclusive: 'राशि में शामिल', Exclusive: 'राशि में जोड़ा जाए', None: 'नहीं' },
  description: 'ग्राहक के लिए विवरण',
  reason: 'कारण, कर्मचारियों के लिए',
  invoice: 'किस इनवॉइस का क्रेडिट',
  noInvoice: 'कोई नहीं',
  of: 'किसमें से',
  ofs: { Advance: 'अग्रिम', Deposit: 'जमानत राशि' },
  held: (amt: string) => `जमानत राशि ${amt} है।`,
  kinds: {
    Debit: 'नामे',
    Credit: 'जमा',
    WriteOff: 'बट्टे खाते में डाला गया',
    Refund: 'रिफ़ंड',
    DepositRefund: 'जमानत राशि लौटाई गई',
  },
  /** On the statement, before what the entry says. */
  entries: {
    adjustment: 'समायोजन',
    write_off: 'बट्टा खाता',
    refund: 'रिफ़ंड',
  },
};
