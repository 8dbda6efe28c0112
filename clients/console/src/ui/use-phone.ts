import { useMediaQuery } from '@mantine/hooks';

/** As wide as the phones of the style sheets, from the first drawing on. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
