import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { Rates } from './rates.tsx';
import { Seller } from './seller.tsx';

/** What sales are taxed, and who sells. */
export function Taxes() {
  const settings = useQuery(ask('isp.settings', {}));
  return (
    <Screen title={words.taxes.title} narrow>
      <Stack>
        <Answer of={settings} lines={4}>
          {(values) => <Rates key={values.updated_at?.getTime()} settings={values} />}
        </Answer>
        <Seller />
      </Stack>
    </Screen>
  );
}
