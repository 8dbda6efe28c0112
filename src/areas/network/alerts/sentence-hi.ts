import { alertSentence, sinceOf, type ToldAlert } from './sentence.ts';

/** The same in Hindi. What has no words here is told in English. */
export function alertSentenceHi(alert: ToldAlert, zone: string): string {
  const { kind, nas, pool, fullOn } = alert;
  const [sessions, measured, comparedTo] = [alert.sessions ?? 0, alert.measured ?? 0, alert.comparedTo ?? 0];
  const since = sinceOf(alert, zone);
  switch (kind) {
    case 'silent':
      return `${nas} से ${since} से संपर्क नहीं; ${sessions} सत्र दाँव पर`;
    case 'reboot':
      return `${nas} ${since} पर रीस्टार्ट हुआ; ${sessions} सत्र समाप्त`;
    case 'clock':
      return `${nas} की घड़ी ${Math.abs(measured)} सेकंड ${measured < 0 ? 'पीछे' : 'आगे'} है`;
    case 'coa':
      return `${nas} ने एक घंटे में ${comparedTo} में से ${measured} CoA अनुरोधों का जवाब नहीं दिया`;
    case 'drift':
      return `${nas} पर ${sessions} सत्रों को ${since} से अपनी स्पीड नहीं मिली`;
    case 'rejects':
      return `एक घंटे में ${measured} लॉगिन अस्वीकृत; आम तौर पर ${comparedTo}`;
    case 'pool':
      return fullOn === null
        ? `“${pool}” भर गया है: सभी ${comparedTo} पते उपयोग में हैं`
        : `इस गति से “${pool}” ${fullOn} को भर जाएगा`;
    default:
      return alertSentence(alert, zone);
  }
}
