import {
  DoubleLeftOutlined,
  DoubleRightOutlined,
  EllipsisOutlined,
  LeftOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LazySelect } from './LazySelect';
import css from './ui.module.css';

type Props = {
  className?: string;
  current: number;
  pageSize: number;
  /** With it the number of rows of a page can be chosen. */
  pageSizeOptions?: readonly number[];
  total: number;
  showTotal?: (total: number) => string;
  size?: 'small';
  onChange: (page: number, pageSize: number) => void;
};

const AROUND = 2;
const JUMP = 5;

/** The pages that are named, with a sign for those between: -1 to jump back, -2 to jump on. */
export function pagination(current: number, pages: number): number[] {
  if (pages <= 3 + 2 * AROUND) return Array.from({ length: pages }, (_, i) => i + 1);
  let from = Math.max(1, current - AROUND);
  let to = Math.min(current + AROUND, pages);
  if (current - 1 <= AROUND) to = 1 + 2 * AROUND;
  if (pages - current <= AROUND) from = pages - 2 * AROUND;
  const back = current - 1 >= 2 * AROUND && current !== 3;
  const on = pages - current >= 2 * AROUND && current !== pages - 2;
  if (back && to !== pages) from++; // the sign takes the place of a page
  if (on && from !== 1) to--;
  const out = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (back) out.unshift(-1);
  if (on) out.push(-2);
  if (from !== 1) out.unshift(1);
  if (to !== pages) out.push(pages);
  return out;
}

type StepProps = {
  className: string;
  title: string;
  /** Accessible name, where the title is too short. */
  name?: string;
  link?: string;
  off?: boolean;
  shown?: boolean;
  onGo: () => void;
  children: ReactNode;
};

function Step({
  className,
  title,
  name = title,
  link = css.page,
  off = false,
  shown = false,
  onGo,
  children,
}: StepProps) {
  return (
    <li className={className}>
      <button
        className={link}
        type="button"
        title={title}
        disabled={off}
        aria-label={name}
        aria-current={shown ? 'page' : undefined}
        onClick={onGo}
      >
        {children}
      </button>
    </li>
  );
}

/** Pages of a list and how many rows each has; antd's elements, without its code. */
export function Pagination(props: Props) {
  const t = useTranslations('table.pager');
  const { className = '', current, pageSize, pageSizeOptions, total, showTotal, size, onChange } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const go = (page: number) => {
    const to = Math.min(Math.max(page, 1), pages);
    if (to !== current) onChange(to, pageSize);
  };
  const edge = (to: 'prev' | 'next', title: string, off: boolean, icon: ReactNode) => (
    <Step
      className={`${to === 'prev' ? 'ant-pagination-prev' : 'ant-pagination-next'} ${off ? 'ant-pagination-disabled' : ''}`}
      title={title}
      link="ant-pagination-item-link"
      off={off}
      onGo={() => go(current + (to === 'prev' ? -1 : 1))}
    >
      {icon}
    </Step>
  );
  const jump = (back: boolean) => (
    <Step
      key={back ? 'back' : 'on'}
      className={
        back
          ? 'ant-pagination-jump-prev ant-pagination-jump-prev-custom-icon'
          : 'ant-pagination-jump-next ant-pagination-jump-next-custom-icon'
      }
      title={t(back ? 'back' : 'on')}
      link={`${css.page} ${css.jump}`}
      onGo={() => go(current + (back ? -JUMP : JUMP))}
    >
      <span className="ant-pagination-item-link">
        <span className="ant-pagination-item-container">
          {back ? (
            <DoubleLeftOutlined aria-hidden className="ant-pagination-item-link-icon" />
          ) : (
            <DoubleRightOutlined aria-hidden className="ant-pagination-item-link-icon" />
          )}
          <span className="ant-pagination-item-ellipsis">
            <EllipsisOutlined aria-hidden />
          </span>
        </span>
      </span>
    </Step>
  );
  return (
    <nav aria-label={t('label')}>
      <ul
        className={`ant-pagination ant-pagination-end css-var-root ${size ? 'ant-pagination-small ant-pagination-mini' : ''} ${className}`}
      >
        {showTotal && <li className="ant-pagination-total-text">{showTotal(total)}</li>}
        {edge('prev', t('prev'), current <= 1, <LeftOutlined aria-hidden />)}
        {pagination(current, pages).map((page) =>
          page < 0 ? (
            jump(page === -1)
          ) : (
            <Step
              key={page}
              className={`ant-pagination-item ${page === current ? 'ant-pagination-item-active' : ''}`}
              title={String(page)}
              name={t('page', { n: String(page) })}
              shown={page === current}
              onGo={() => go(page)}
            >
              {page}
            </Step>
          ),
        )}
        {edge('next', t('next'), current >= pages, <RightOutlined aria-hidden />)}
        {pageSizeOptions && (
          <li className="ant-pagination-options">
            <LazySelect<number>
              className="ant-pagination-options-size-changer"
              label={t('size')}
              size={size}
              shown={t('perPage', { n: String(pageSize) })}
              value={pageSize}
              popupMatchSelectWidth={false}
              options={[...new Set([...pageSizeOptions, pageSize])]
                .sort((a, b) => a - b)
                .map((n) => ({ value: n, label: t('perPage', { n: String(n) }) }))}
              onChange={(n) => onChange(current, n)}
            />
          </li>
        )}
      </ul>
    </nav>
  );
}
