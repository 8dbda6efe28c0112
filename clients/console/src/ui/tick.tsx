import { Icon } from './icons.tsx';

/** Marks what is chosen of a menu. Its place stays, so that the names stand below each other. */
export const Tick = ({ isOn }: { isOn: boolean }) =>
  isOn ? <Icon name="check" size={16} /> : <span style={{ width: 16 }} />;
