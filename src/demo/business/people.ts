import type { Random } from '../random.ts';

const FIRST = (
  'Aarav Aditi Ajay Akash Amit Ananya Anil Anita Arjun Asha Bhavana Chandan Deepa Deepak Divya Farah Fatima Ganesh Geetha ' +
  'Girish Gopal Harish Imran Indira Irfan Jaya Jacob Joseph Karthik Kavitha Kiran Kumar Lakshmi Latha Madhu Mahesh Manoj ' +
  'Mary Meera Mohan Nagaraj Nandini Naveen Neha Nikhil Nisha Pavan Pooja Prakash Prasad Priya Radha Rahul Rajesh Rakesh ' +
  'Ramesh Ravi Rekha Rohan Roopa Salma Sandeep Sanjay Santosh Sarita Shalini Shankar Shilpa Shreya Sneha Sridhar Sunil ' +
  'Suresh Swathi Thomas Uma Usha Varun Veena Venkatesh Vidya Vijay Vikram Vinay Vishal Yasmin'
).split(' ');
const LAST = (
  'Acharya Bhat Chandra DSouza Desai Fernandes Gowda Hegde Iyer Jain Joshi Kamath Khan Kulkarni Kumar Menon Murthy Naik ' +
  'Nair Nayak Pai Patil Pinto Prabhu Rao Reddy Sharma Shetty Singh Thomas Urs Varma'
).split(' ');
const COMPANIES = 'Anand Garuda Kaveri Lotus Malnad Nandi Sahyadri Sapthagiri Tunga Vijaya'.split(' ');
const TRADES = ['Textiles', 'Clinic', 'Traders', 'Coaching Centre', 'Logistics', 'Foods', 'Software', 'Printers'];
const STREETS = (
  'Temple Street,Main Road,Lake View Road,Market Road,Station Road,Hill Road,1st Cross,4th Cross,7th Main,10th Main,' +
  'Church Street,School Road,Post Office Road,Old Fort Road,Garden Layout,Tank Bund Road,Mill Road,Coconut Avenue'
).split(',');
/** More people than any demo has; a number stands for one of them, with a name of its own. */
const STEP = 1_009;

export interface Person {
  readonly name: string;
  readonly surname: string | undefined;
  readonly type: 'Individual' | 'Organisation';
  readonly username: string;
  readonly email: string;
  readonly mobile: string;
  readonly street: string;
  /** Locally administered, so it is no maker's: `02:…`. */
  readonly mac: string;
}

/**
 * A fictional subscriber. Mail goes to a domain reserved for examples (RFC 2606). India reserves no numbers for fiction, so
 * mobiles begin with 5, which is not given to subscribers.
 */
export function person(number: number, random: Random): Person {
  const at = (number * STEP) % (FIRST.length * LAST.length);
  const first = FIRST[at % FIRST.length] ?? '';
  const last = LAST[Math.floor(at / FIRST.length)] ?? '';
  const isCompany = random.chance(0.06);
  const username = `${first}.${last}`.toLowerCase();
  return {
    ...(isCompany
      ? { type: 'Organisation' as const, name: `${random.pick(COMPANIES)} ${random.pick(TRADES)}`, surname: undefined }
      : { type: 'Individual' as const, name: first, surname: last === 'DSouza' ? "D'Souza" : last }),
    username,
    email: `${username}@example.net`,
    mobile: `50${String(10_000_000 + number * 7_919 + random.int(0, 7_000)).padStart(8, '0')}`,
    street: `${random.int(1, 240)}, ${random.pick(STREETS)}`,
    mac: `02:00:5e:${[number >> 16, number >> 8, number].map((part) => (part & 0xff).toString(16).padStart(2, '0')).join(':')}`,
  };
}
