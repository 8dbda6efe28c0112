import {
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Paper,
  Table,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { words } from '../words/words.ts';

/** The accent of actions and links. */
const BRAND: MantineColorsTuple = [
  '#eef3ff', '#dbe5fe', '#b6c9fb', '#8facf7', '#6c91f3', '#4f79ee', '#3564e6', '#2655d9', '#1f4bc4', '#183ca0',
]; // biome-ignore format: a scale reads as one line
/** The accent of what wants attention: amounts due, counts that rise. */
const AMBER: MantineColorsTuple = [
  '#fff6e6', '#ffeacc', '#fcd49b', '#f9bc66', '#f4a53a', '#e38f1f', '#c57811', '#a7630a', '#8f5408', '#744405',
]; // biome-ignore format: a scale reads as one line
/** A grey that leans to the blue of the brand; Mantine calls the darkest shades of a dark page by it. */
const DARK: MantineColorsTuple = [
  '#dfe4ee', '#b9c1d1', '#97a1b5', '#737e94', '#3c465a', '#2f384a', '#1b2231', '#1a2130', '#131926', '#0d121c',
]; // biome-ignore format: a scale reads as one line

const TEXT_SIZES = { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' };

/** Read when it is drawn: the words of the language are loaded after this module. */
const CLOSE = {
  get 'aria-label'() {
    return words.common.close;
  },
};

export const theme = createTheme({
  primaryColor: 'brand',
  // The lighter shades miss the contrast of WCAG AA on white.
  primaryShade: { light: 8, dark: 6 },
  colors: { brand: BRAND, amber: AMBER, dark: DARK },
  autoContrast: true,
  defaultRadius: 'md',
  radius: { sm: '4px', md: '7px', lg: '10px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", "Noto Sans", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Consolas, monospace',
  fontSizes: TEXT_SIZES,
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: 'lg' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none' } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: CLOSE,
      },
      styles: { title: { fontSize: '1.0625rem', fontWeight: 620 } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    Drawer: Drawer.extend({ styles: { title: { fontSize: '1.0625rem', fontWeight: 620 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: true } }),
  },
});

/** Where Mantine's own colours miss the contrast of WCAG AA; the status colours of the console. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#161c29',
    '--mantine-color-dimmed': '#566075',
    '--mantine-color-placeholder': '#667085',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#dde2eb',
    '--mantine-color-brand-light-color': '#183ca0',
    '--mantine-color-red-light-color': '#a01f18',
    '--mantine-color-green-light-color': '#14602f',
    '--mantine-color-amber-light-color': '#744405',
    '--page': '#f6f7fa',
    '--raised': '#ffffff',
    '--hover': '#f1f4f9',
    '--chosen': '#e9f0ff',
    '--good': '#157a3c',
    '--warn': '#965a00',
    '--bad': '#b3261e',
    '--idle': '#5b6577',
    '--new': '#1f4bc4',
    '--down': '#2655d9',
    '--up': '#0f8a74',
  },
  dark: {
    '--mantine-color-body': '#131926',
    '--mantine-color-text': '#e4e8f1',
    '--mantine-color-dimmed': '#9aa5ba',
    '--mantine-color-placeholder': '#8e99ae',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-default-border': '#2a3345',
    '--mantine-color-anchor': '#8facf7',
    '--mantine-color-brand-light-color': '#b6c9fb',
    '--mantine-color-red-light-color': '#ffb3ad',
    '--mantine-color-green-light-color': '#8fe0ac',
    '--mantine-color-amber-light-color': '#fcd49b',
    '--page': '#0d121c',
    '--raised': '#131926',
    '--hover': '#1a2231',
    '--chosen': '#1b2947',
    '--good': '#5fd38a',
    '--warn': '#f4b55c',
    '--bad': '#ff8f86',
    '--idle': '#9aa5ba',
    '--new': '#8facf7',
    '--down': '#7ea1f8',
    '--up': '#4cc7b0',
  },
});
