import { Button, FileButton, Group, Image, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { Refusal } from '../../ui/preview.tsx';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';

/** The logo of the ISP: as it is, and another one or none. The node checks the file. */
export function Logo({ address }: { address: string }) {
  const w = words.settings;
  const may = useMay();
  const set = useChange('isp.logo_set');
  const saved = { onSuccess: () => notifications.show({ message: w.saved, color: 'green' }) };
  async function choose(file: File | null): Promise<void> {
    if (file) set.mutate({ logo: await base64Of(file) }, saved);
  }
  return (
    <Card title={w.logo} hint={w.logoHint}>
      <Stack gap="sm" align="flex-start">
        {set.error && <Refusal sentence={sentenceOf(set.error)} />}
        {address && <Image src={address} alt={w.logo} mah={80} w="auto" maw={240} fit="contain" />}
        {may('settings.write') && (
          <Group gap="sm">
            <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
              {(button) => (
                <Button {...button} variant="default" loading={set.isPending}>
                  {w.chooseLogo}
                </Button>
              )}
            </FileButton>
            {address && (
              <Button variant="subtle" color="red" onClick={() => set.mutate({}, saved)}>
                {w.removeLogo}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}

async function base64Of(file: File): Promise<string> {
  const octets = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
}
