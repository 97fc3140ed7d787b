import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';

export const zoneName = (zone: string) => zone.replaceAll('_', ' ');

type Props = { id?: string; value?: string; onChange?: (zone?: string) => void; own?: string[] | null };

/** A time zone; those that come first are likely. */
export function ZoneSelect({ own, ...field }: Props) {
  const likely = own ?? [];
  const zones = [...likely, ...Intl.supportedValuesOf('timeZone').filter((z) => !likely.includes(z))];
  return (
    <Select
      {...field}
      allowClear
      showSearch={searching}
      options={zones.map((z) => ({ value: z, label: zoneName(z) }))}
    />
  );
}
