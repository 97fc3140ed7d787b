import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import type { Block } from './design';
import css from './editor.module.css';
import { ICONS } from './icons';
import { stepFrom } from './tree';
import { useEditorApi } from './useEditor';

/** The blocks of the email as a list in lists: each is selected by a press, and moved by its buttons. */
export function Outline() {
  const t = useTranslations('emaileditor');
  const { state } = useEditorApi();
  return (
    <nav className={css.outline} aria-label={t('outline')}>
      <Level blocks={state.now.design.blocks} />
    </nav>
  );
}

function Level({ blocks }: { blocks: Block[] }) {
  const t = useTranslations('emaileditor');
  return (
    <ul>
      {blocks.map((block) => (
        <li key={block.id}>
          <Line block={block} />
          {block.type === 'container' && (block.blocks?.length ?? 0) > 0 && <Level blocks={block.blocks ?? []} />}
          {block.columns && (
            <ul>
              {block.columns.map((column, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <li key={i}>
                  <span className={css.columnName}>{t('columnName', { n: i + 1 })}</span>
                  {column.blocks.length > 0 && <Level blocks={column.blocks} />}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Line({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const { design } = api.state.now;
  const name = api.nameOf(block.type);
  const selected = api.state.selected === block.id;
  return (
    <div className={css.line} data-selected={selected}>
      <button type="button" aria-current={selected ? true : undefined} onClick={() => api.select(block.id)}>
        {ICONS[block.type]} <b>{name}</b> <span>{gistOf(block)}</span>
      </button>
      {([-1, 1] as const).map((by) => {
        const label = t(by < 0 ? 'upNamed' : 'downNamed', { block: name });
        return (
          <button
            key={by}
            type="button"
            className={css.lineTool}
            aria-label={label}
            title={label}
            disabled={!stepFrom(design, block.id, by)}
            onClick={() => api.step(block.id, by)}
          >
            {by < 0 ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
          </button>
        );
      })}
    </div>
  );
}

/** The first words of a block. */
function gistOf(block: Block): string {
  const html = block.text?.html ?? block.footer?.html ?? '';
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .trim();
  return (text || block.button?.label || block.picture?.alt || block.raw || '').slice(0, 40);
}
