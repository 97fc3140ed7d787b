import { Pagination, type PaginationProps } from 'antd';
import { useTranslations } from 'next-intl';
import { cloneElement, isValidElement, type ReactElement } from 'react';
import { TABLE } from '@/lib/constants';

type Page = { current: number; size: number };
type Props = Page & { total: number; className?: string; onChange: (to: Page) => void };

/** The pages of a small table in a dialog. The arrows have names; another size begins at the first page. */
export function Pages({ current, size, total, className, onChange }: Props) {
  const t = useTranslations('table.pager');
  const named: PaginationProps['itemRender'] = (_page, type, element) =>
    (type === 'prev' || type === 'next') && isValidElement(element)
      ? cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t(type) })
      : element;
  return (
    <Pagination
      className={className}
      align="end"
      size="small"
      current={current}
      pageSize={size}
      total={total}
      showSizeChanger
      pageSizeOptions={[...TABLE.sizes]}
      itemRender={named}
      onChange={(to, by) => onChange({ current: by === size ? to : 1, size: by })}
    />
  );
}
