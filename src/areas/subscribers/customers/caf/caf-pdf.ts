import { LEFT, RIGHT, Sheet } from '../../../money/invoices/pdf/sheet.ts';
import type { Style } from '../../../money/invoices/pdf/text-writer.ts';
import { printedLogo } from '../../../tenancy/isps/logo/printed.ts';
import type { Application, Connection } from './read-application.ts';

const TITLE: Style = { size: 18, weight: 'bold' };
const NAME: Style = { size: 12, weight: 'bold' };
const HEADING: Style = { size: 11, weight: 'bold' };
const LABEL: Style = { size: 9, color: '#666666' };
const VALUE: Style = { size: 9 };

const LABEL_WIDTH = 130;
/** In points; a logo of other proportions is smaller in one of them. */
const LOGO = { width: 160, height: 44 };
const SIGNATURE_WIDTH = 200;

const DECLARATION =
  'I declare that what this form says of me is true, that the documents which I have given are mine, and that I use the connection as the law and the terms of the provider allow.';

type Detail = readonly [label: string, value: string | null];

/** The customer application form, to be signed, as a PDF file. The same record gives the same bytes. */
export function cafPdf(application: Application): Promise<Uint8Array> {
  const { customerId, createdAt, seller, connections } = application;
  const author = seller.name ?? seller.code ?? '';
  const title = `Customer application form ${customerId}`;
  const sheet = new Sheet({ title, author, createdAt, reference: [title, author].filter(Boolean).join(', ') });
  writeProvider(sheet, application, author);
  writeSection(sheet, 'Applicant', applicantOf(application));
  for (const [at, connection] of connections.entries())
    writeSection(sheet, connections.length > 1 ? `Connection ${at + 1}` : 'Connection', detailsOf(connection));
  writeSignatures(sheet, author);
  return sheet.finish();
}

function writeProvider(sheet: Sheet, { seller, logo, customerId, on }: Application, author: string): void {
  const { writer } = sheet;
  const width = RIGHT - LEFT;
  if (logo) {
    writer.picture(printedLogo(logo), { x: LEFT, y: sheet.y, ...LOGO });
    sheet.y += LOGO.height + 8;
  }
  writeLines(sheet, author, NAME);
  for (const line of [seller.address, seller.state, seller.mobile, seller.email]) writeLines(sheet, line ?? '', VALUE);
  sheet.y += 12;
  writer.write('Customer application form', { x: LEFT, y: sheet.y, width }, TITLE);
  sheet.y += writer.height(TITLE) + 4;
  writer.write(`Customer ${customerId}, ${on}`, { x: LEFT, y: sheet.y, width }, VALUE);
  sheet.y += writer.height(VALUE) + 8;
}

const applicantOf = (application: Application): Detail[] => [
  ['Name', application.name],
  ['Type', application.type],
  ['Date of birth', application.born],
  ['Identity number', application.uniqueid],
  ['Tax number', application.taxId],
  ['Telephone', [application.mobile, ...application.others].join(', ')],
  ['E-mail', application.email],
  ['Address', application.street],
  ['', application.place],
];

const detailsOf = ({ username, plan, connectivity, payment, location, address, on }: Connection): Detail[] => [
  ['Username', username],
  ['Plan', plan],
  ['Kind', `${connectivity}, ${payment}`],
  ['Location', location],
  ['Installed at', address ?? 'the address above'],
  ['Registered on', on],
];

function writeSection(sheet: Sheet, heading: string, details: readonly Detail[]): void {
  const { writer } = sheet;
  sheet.need(80);
  writer.rule(LEFT, RIGHT, sheet.y);
  sheet.y += 8;
  writer.write(heading, { x: LEFT, y: sheet.y, width: RIGHT - LEFT }, HEADING);
  sheet.y += writer.height(HEADING) + 4;
  for (const [label, value] of details) if (value) writeDetail(sheet, label, value);
  sheet.y += 8;
}

/** A long value is wrapped. */
function writeDetail(sheet: Sheet, label: string, value: string): void {
  const { writer } = sheet;
  const width = RIGHT - LEFT - LABEL_WIDTH;
  for (const [at, line] of writer.lines(value, width, VALUE).entries()) {
    sheet.need(writer.height(VALUE));
    if (at === 0) writer.write(label, { x: LEFT, y: sheet.y, width: LABEL_WIDTH }, LABEL);
    writer.write(line, { x: LEFT + LABEL_WIDTH, y: sheet.y, width }, VALUE);
    sheet.y += writer.height(VALUE);
  }
}

function writeLines(sheet: Sheet, text: string, style: Style): void {
  const width = RIGHT - LEFT;
  for (const line of sheet.writer.lines(text, width, style)) {
    sheet.writer.write(line, { x: LEFT, y: sheet.y, width }, style);
    sheet.y += sheet.writer.height(style);
  }
}

function writeSignatures(sheet: Sheet, author: string): void {
  const { writer } = sheet;
  sheet.need(150);
  writer.rule(LEFT, RIGHT, sheet.y);
  sheet.y += 8;
  writeLines(sheet, DECLARATION, VALUE);
  const [line, right] = [sheet.y + 64, RIGHT - SIGNATURE_WIDTH];
  writer.rule(LEFT, LEFT + SIGNATURE_WIDTH, line);
  writer.write('Place, date and signature of the applicant', { x: LEFT, y: line + 4, width: SIGNATURE_WIDTH }, LABEL);
  writer.rule(right, RIGHT, line);
  writer.write(`For ${author}`, { x: right, y: line + 4, width: SIGNATURE_WIDTH }, LABEL);
  sheet.y = line + 24;
}
