import { PictureOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import type { ComponentType, CSSProperties, RefObject } from 'react';
import css from './canvas.module.css';
import { type Block, STANDARD, styleOf } from './design';
import { Fragment as HtmlFragment } from './Fragment';
import { shownAt } from './pictures';
import { RichText } from './RichText';
import type { ListRef } from './tree';
import { useEditorApi } from './useEditor';

/** Draws the blocks of a list. */
export type ListView = ComponentType<{ blocks: Block[]; list: ListRef; empty: string }>;

type Props = {
  block: Block;
  selected: boolean;
  at: RefObject<{ x: number; y: number } | null>;
  List: ListView;
};

/** A block as the email shows it. */
export function BlockView({ block, selected, at, List }: Props) {
  const t = useTranslations('emaileditor');
  switch (block.type) {
    case 'container':
      return <List blocks={block.blocks ?? []} list={{ parent: block.id }} empty={t('emptyContainer')} />;
    case 'columns':
      return <ColumnsView block={block} List={List} />;
    case 'text':
      return <TextView {...{ block, selected, at }} />;
    case 'picture':
      return <PictureView block={block} />;
    case 'button':
      return <ButtonView block={block} />;
    case 'divider':
      return (
        <hr
          className={css.divider}
          style={{ borderTop: `${block.divider?.thickness ?? 1}px solid ${block.divider?.color || STANDARD.line}` }}
        />
      );
    case 'spacer':
      return <div className={css.spacer} style={{ height: block.height ?? STANDARD.height }} />;
    case 'social':
      return <SocialView block={block} />;
    case 'footer':
      return <FooterView {...{ block, selected, at }} />;
    case 'raw':
      return <p className={css.raw}>{`{${block.raw ?? ''}}`}</p>;
  }
}

function ColumnsView({ block, List }: Pick<Props, 'block' | 'List'>) {
  const t = useTranslations('emaileditor');
  const columns = block.columns ?? [];
  return (
    <div
      className={css.columns}
      style={{ '--columns': columns.map((c) => `minmax(0, ${c.width}fr)`).join(' ') } as CSSProperties}
    >
      {columns.map((column, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <div key={i} className={css.column} data-column={i}>
          <List blocks={column.blocks} list={{ parent: block.id, column: i }} empty={t('emptyColumn')} />
        </div>
      ))}
    </div>
  );
}

function TextView({ block, selected, at }: Omit<Props, 'List'>) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const html = block.text?.html ?? '';
  if (!selected) return html ? <HtmlFragment html={html} /> : <p className={css.hint}>{t('emptyText')}</p>;
  return (
    <RichText label={t('text')} value={html} at={at} onChange={(html) => api.edit(block.id, { text: { html } })} />
  );
}

function FooterView({ block, selected, at }: Omit<Props, 'List'>) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const { html = '', unsubscribe } = block.footer ?? {};
  const edit = (html: string) => api.edit(block.id, { footer: { ...block.footer, html } });
  return (
    <div className={css.footer}>
      {selected ? (
        <RichText label={t('footerText')} value={html} at={at} onChange={edit} />
      ) : (
        html && <HtmlFragment html={html} />
      )}
      <p className={css.unsubscribe}>
        <u>{unsubscribe || t('unsubscribe')}</u>
      </p>
    </div>
  );
}

function PictureView({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const { url = '', alt = '', width } = block.picture ?? {};
  const src = shownAt(url);
  if (!src)
    return (
      <div className={css.noPicture}>
        <PictureOutlined />
        <span>{t('noPicture')}</span>
      </div>
    );
  // biome-ignore lint/performance/noImgElement: a picture of the email, of any address
  return <img className={css.picture} src={src} alt={alt} width={width || undefined} draggable={false} />;
}

function ButtonView({ block }: { block: Block }) {
  const api = useEditorApi();
  const { label = '', color, text, radius, full } = block.button ?? {};
  const background = color || styleOf(api.state.now.design).link;
  return (
    <span
      className={css.button}
      style={{
        background,
        color: text || STANDARD.label,
        borderRadius: radius || STANDARD.radius,
        display: full ? 'block' : undefined,
      }}
    >
      {label || '\u00a0'}
    </span>
  );
}

function SocialView({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  if (!block.social?.length) return <p className={css.hint}>{t('emptySocial')}</p>;
  return (
    <div className={css.social}>
      {block.social.map(({ network }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name
        <span key={i}>{t(`network.${network}`)}</span>
      ))}
    </div>
  );
}
