import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import css from './page.module.css';

type Props = {
  title: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  actions?: ReactNode;
  back?: { label: string; onClick: () => void };
  children: ReactNode;
};

/** The head of a page and its content. */
export function Page({ title, note, actions, back, children }: Props) {
  return (
    <>
      <Flex className={css.head} gap={8} align="center" wrap data-page-head>
        {back && <Button type="text" icon={<ArrowLeftOutlined />} aria-label={back.label} onClick={back.onClick} />}
        <div className={css.titles}>
          <h1 className={css.title}>{title}</h1>
          {note && (
            <div className={css.note} data-page-note>
              {note}
            </div>
          )}
        </div>
        {actions}
      </Flex>
      {children}
    </>
  );
}

/** A calm surface with an optional heading. */
export function Panel({ title, extra, children }: { title?: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.panel} aria-label={title}>
      {title && (
        <Flex className={css.panelHead} align="center" justify="space-between" gap={8}>
          <h2>{title}</h2>
          {extra}
        </Flex>
      )}
      {children}
    </section>
  );
}

/** Names and values. */
export function DescriptionList({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className={css.facts}>
      {items.map((i) => (
        <div key={i.label}>
          <dt>{i.label}</dt>
          <dd>{i.value}</dd>
        </div>
      ))}
    </dl>
  );
}
