import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { save, type TakenFile, takeFile } from '../../api/file.ts';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { addDays, isDay, monthName, today } from '../../ui/day.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import bar from '../../ui/filter-bar.module.css';
import { Icon } from '../../ui/icons.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import type { Gstr1Form } from './form.ts';
import { Sections } from './sections.tsx';
import { useSellers } from './sellers.ts';

/** Months that are offered; a return may be amended for about as long. */
const MONTHS = 24;

const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);

/** The running month first. */
function recentMonths(): string[] {
  const months = [today().slice(0, 7)];
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1) ?? ''));
  return months;
}

interface Return {
  readonly file: TakenFile;
  readonly form: Gstr1Form;
}

/** The file for the portal is what is shown, so that nobody files other figures than they have seen. */
const useReturn = (input: Readonly<Record<string, unknown>>, isAsked: boolean) =>
  useQuery({
    queryKey: ['tax.gstr1', input],
    queryFn: async (): Promise<Return> => {
      const file = await takeFile('tax/gstr1', input);
      return { file, form: JSON.parse(await file.content.text()) as Gstr1Form };
    },
    enabled: isAsked,
  });

/** Form GSTR-1 of a month: the sections with their sums, the summary by code, and the file. Without a choice that of last month. */
export function GstReturn() {
  const w = words.gst;
  const [address, set] = useAddress();
  const { reseller } = useMe();
  const sellers = useSellers();
  const months = recentMonths();
  const month = isDay(`${address.month}-01`) ? (address.month ?? '') : (months[1] ?? '');
  const sellerId = /^\d{1,9}$/.test(address.resellerid ?? '') ? Number(address.resellerid) : 0;
  const whose = sellers ? { resellerid: sellerId } : {};
  const seller = useQuery(ask('tax.seller', whose));
  const isRegistered = seller.data?.scheme === 'gst' && seller.data.tax_number !== null;
  const made = useReturn({ month, ...whose }, isRegistered);
  const { data } = made;
  return (
    <Screen
      title={w.title}
      hint={w.lead}
      actions={data && <Files file={data.file} month={month} isWhole={!reseller} />}
    >
      <search className={bar.bar}>
        <Select
          size="xs"
          aria-label={w.month}
          data={[...new Set([...months, month])].map((value) => ({ value, label: monthName(value) }))}
          value={month}
          onChange={(value) => set({ month: value ?? undefined })}
          allowDeselect={false}
          className={bar.field ?? ''}
        />
        {sellers && (
          <SearchSelect
            size="xs"
            aria-label={w.seller}
            source={sellers}
            value={String(sellerId)}
            onChange={(resellerid) => set({ resellerid: resellerid || undefined })}
            className={bar.text ?? ''}
          />
        )}
      </search>
      <Answer of={seller}>
        {({ tax_number }) =>
          isRegistered ? (
            <Answer of={made} lines={8}>
              {({ form }) => <Month form={form} about={w.about(tax_number ?? '', monthName(month))} month={month} />}
            </Answer>
          ) : (
            <Unregistered />
          )
        }
      </Answer>
    </Screen>
  );
}

function Month({ form, about, month }: { form: Gstr1Form; about: string; month: string }) {
  const w = words.gst;
  return (
    <>
      <Text>
        {about}
        {month === today().slice(0, 7) && ` ${w.notOver}`}
      </Text>
      {form.hsn ? <Sections form={form} /> : <Empty icon="receipt" title={w.empty} hint={w.emptyHint} />}
    </>
  );
}

/** Without a GSTIN there is no return. */
function Unregistered() {
  const w = words.gst;
  return (
    <Empty icon="receipt" title={w.unregistered} hint={w.unregisteredHint}>
      {useMay()('settings.write') && (
        <Button component={Link} to="/settings/taxes" variant="default">
          {words.shell.screens.taxes}
        </Button>
      )}
    </Empty>
  );
}

function Files({ file, month, isWhole }: { file: TakenFile; month: string; isWhole: boolean }) {
  const w = words.gst;
  const next = addDays(`${month}-28`, 4).slice(0, 7);
  const search = { report: 'outside_gstr1', from: `${month}-01`, to: addDays(`${next}-01`, -1) };
  return (
    <>
      {isWhole && (
        <Button component={Link} to="/reports" search={search as never} variant="default">
          {w.outside}
        </Button>
      )}
      <Button leftSection={<Icon name="download" size={16} />} onClick={() => save(file)}>
        {w.file}
      </Button>
    </>
  );
}
