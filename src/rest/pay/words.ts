import type { OrderStatus, Purpose } from '../../areas/online/orders/vocabulary.ts';

/** What the page of a payment says in a language. */
export interface Words {
  readonly lang: string;
  /** Of amounts and days. */
  readonly locale: string;
  title(isp: string): string;
  /** What it is for, without a name: a payer who has not signed in sees none. */
  readonly purposes: Readonly<Record<Purpose, (gb: string) => string>>;
  named(what: string, username: string): string;
  readonly pay: string;
  readonly back: string;
  readonly confirming: string;
  readonly cancelled: string;
  readonly after: Readonly<Record<OrderStatus, string>>;
  renewed(upto: string): string;
  planChanged(upto: string): string;
  added(gb: string, upto: string | null): string;
  readonly undone: string;
}

const ENGLISH: Words = {
  ...{ lang: 'en', locale: 'en-IN' },
  title: (isp) => `Payment to ${isp}`,
  purposes: {
    Dues: () => 'Amount due',
    Advance: () => 'Payment in advance',
    Renewal: () => 'Renewal',
    Topup: (gb) => `${gb} of data`,
    PlanChange: () => 'Change of plan',
  },
  named: (what, username) => `${what} for ${username}`,
  pay: 'Pay now',
  back: 'Back',
  confirming: 'Your payment is being confirmed. This page shows the result within seconds.',
  cancelled: 'You have cancelled this payment. Nothing was taken.',
  after: {
    New: 'This payment is not ready. Please start it again.',
    Open: 'You have not made this payment yet.',
    Paid: 'We have received this payment. Thank you.',
    Held: 'We have received this payment and are checking it.',
    PartlyRefunded: 'We have received this payment and refunded a part of it.',
    Refunded: 'We have refunded this payment.',
    Disputed: 'We have received this payment, and it is disputed.',
    ChargedBack: 'This payment has been charged back.',
    Expired: 'This payment has expired. Please start it again.',
    Failed: 'This payment could not be started. Please start it again.',
  },
  renewed: (upto) => `Renewed until ${upto}.`,
  planChanged: (upto) => `Your new plan runs until ${upto}.`,
  added: (gb, upto) => (upto === null ? `${gb} added.` : `${gb} added until ${upto}.`),
  undone: 'Your order could no longer be carried out; the money is now your advance.',
};

const HINDI: Words = {
  ...{ lang: 'hi', locale: 'hi-IN-u-nu-latn' },
  title: (isp) => `${isp} को भुगतान`,
  purposes: {
    Dues: () => 'देय राशि',
    Advance: () => 'अग्रिम भुगतान',
    Renewal: () => 'नवीनीकरण',
    Topup: (gb) => `${gb} डेटा`,
    PlanChange: () => 'प्लान बदलना',
  },
  named: (what, username) => `${username} के लिए ${what}`,
  pay: 'अभी भुगतान करें',
  back: 'वापस',
  confirming: 'आपके भुगतान की पुष्टि हो रही है। परिणाम कुछ सेकंड में इसी पेज पर दिखेगा।',
  cancelled: 'आपने यह भुगतान रद्द कर दिया है। कोई राशि नहीं ली गई।',
  after: {
    New: 'यह भुगतान तैयार नहीं है। कृपया फिर से शुरू करें।',
    Open: 'आपने यह भुगतान अभी नहीं किया है।',
    Paid: 'यह भुगतान मिल गया है। धन्यवाद।',
    Held: 'यह भुगतान मिल गया है, और उसकी जाँच हो रही है।',
    PartlyRefunded: 'यह भुगतान मिल गया है, और इसका एक हिस्सा लौटा दिया गया है।',
    Refunded: 'यह भुगतान लौटा दिया गया है।',
    Disputed: 'यह भुगतान मिल गया है, और इस पर विवाद चल रहा है।',
    ChargedBack: 'यह भुगतान बैंक ने वापस ले लिया है।',
    Expired: 'इस भुगतान का समय बीत गया है। कृपया फिर से शुरू करें।',
    Failed: 'यह भुगतान शुरू नहीं हो सका। कृपया फिर से शुरू करें।',
  },
  renewed: (upto) => `${upto} तक नवीनीकरण हो गया।`,
  planChanged: (upto) => `आपका नया प्लान ${upto} तक चलेगा।`,
  added: (gb, upto) => (upto === null ? `${gb} जोड़े गए।` : `${upto} तक के लिए ${gb} जोड़े गए।`),
  undone: 'आपका ऑर्डर पूरा नहीं हो सका; यह राशि अब आपकी अग्रिम राशि है।',
};

/** Those of a language tag; English, where there is no translation. */
export const wordsIn = (language: string): Words => (language.split('-')[0] === 'hi' ? HINDI : ENGLISH);
