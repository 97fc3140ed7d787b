import { useQuery } from '@tanstack/react-query';
import type { SelectProps } from 'antd';
import { get } from '@/lib/api/query';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';

/** The code of a dictionary. */
export function CodeSelect(props: SelectProps<string>) {
  const codes = useQuery(get('/system/dict/codes'));
  return (
    <Select<string>
      allowClear
      showSearch={searching}
      {...props}
      loading={codes.isPending}
      options={(codes.data ?? []).map((c) => ({ value: c.dictCode, label: c.dictCode }))}
    />
  );
}
