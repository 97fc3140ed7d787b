import { TABLE } from '@/lib/constants';
import { Pagination } from '@/ui/Pagination';

type Page = { current: number; size: number };
type Props = Page & { total: number; className?: string; onChange: (to: Page) => void };

/** The pages of a small table in a dialog. Another size begins at the first page. */
export function Pages({ current, size, total, className, onChange }: Props) {
  return (
    <Pagination
      {...{ className, current, total }}
      size="small"
      pageSize={size}
      pageSizeOptions={TABLE.sizes}
      onChange={(to, by) => onChange({ current: by === size ? to : 1, size: by })}
    />
  );
}
